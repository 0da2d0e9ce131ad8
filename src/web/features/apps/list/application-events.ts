import { type ApplicationEvent, applicationEventsPath, isApplicationEvent } from '#shared/apps/app-events.ts';
import { readJson } from '#web/lib/files/read-json.ts';

/** What comes together is told together. */
const batchMilliseconds = 150;
/**
 * Two changes are told as they come; beyond that, so long is taken for each: whoever changes something without end must
 * not keep every page asking, until the address of a school is refused.
 */
const pauseMilliseconds = 7_500;
const refusedMilliseconds = 30_000;

/**
 * Hears what changes among the applications, until the answer is called. Only while the page is in sight: a browser opens
 * six connections to a server, and tabs in the background must not use them up. Coming back begins with a `refresh`.
 * @param tell is not called again before what it began has ended
 * @param renderedAt when the server rendered this page, so that it omits older events; 0 without server-side rendering
 */
export function subscribeToApplications(
  tell: (events: ApplicationEvent[]) => Promise<void> | void,
  renderedAt = 0,
): () => void {
  let source: EventSource | null = null;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let batch: ApplicationEvent[] = [];
  /** Null while it is told. */
  let batchTimer: ReturnType<typeof setTimeout> | null | undefined;
  /** When nothing that was told would be a reason to wait any more. */
  let idleAt = 0;

  const scheduleDelivery = () => {
    if (batch.length === 0 || batchTimer !== undefined) return;
    const wait = Math.max(batchMilliseconds, idleAt - pauseMilliseconds - performance.now());
    // Not every page that hears the same asks at the same moment.
    batchTimer = setTimeout(deliver, wait * (1 + Math.random() / 2));
  };
  const deliver = async () => {
    const events = batch;
    batch = [];
    batchTimer = null;
    idleAt = Math.max(idleAt, performance.now()) + pauseMilliseconds;
    try {
      await tell(events);
    } finally {
      batchTimer = undefined;
      scheduleDelivery();
    }
  };
  const close = () => {
    clearTimeout(reconnectTimer);
    source?.close();
    source = null;
  };
  const open = () => {
    close();
    if (document.visibilityState === 'hidden') return;
    const opened = new EventSource(`${applicationEventsPath}${renderedAt ? `?since=${renderedAt}` : ''}`);
    source = opened;
    opened.onmessage = ({ data }) => {
      const event = readJson(String(data));
      if (!isApplicationEvent(event)) return;
      batch.push(event);
      scheduleDelivery();
    };
    opened.onerror = () => {
      // After a refusal the browser gives up; after anything else it tries again by itself.
      if (opened.readyState === EventSource.CLOSED && source === opened)
        reconnectTimer = setTimeout(open, refusedMilliseconds);
    };
  };
  open();
  document.addEventListener('visibilitychange', open);
  return () => {
    document.removeEventListener('visibilitychange', open);
    clearTimeout(batchTimer ?? undefined);
    batch = [];
    close();
  };
}
