import { type ApplicationEvent, applicationEventsPath, isApplicationEvent } from '#shared/apps/app-events.ts';
import { readJson } from '#web/lib/files/read-json.ts';

/** Simultaneous changes are reported together. */
const batchMilliseconds = 150;
/**
 * The first two changes are reported immediately. Each further one needs this delay. Otherwise continuous
 * changes would make every page send requests until the shared address of a school is rate-limited.
 */
const pauseMilliseconds = 7_500;
const refusedMilliseconds = 30_000;

/**
 * Reports changes of applications until the returned function is called. Only while the page is visible: a
 * browser opens six connections to a server, and background tabs must not use them up. Each return begins
 * with a `refresh`.
 * @param tell is not called again before its previous promise has settled
 * @param renderedAt when the server rendered this page, so that it omits older events; 0 without server-side
 * rendering
 */
export function subscribeToApplications(
  tell: (events: ApplicationEvent[]) => Promise<void> | void,
  renderedAt = 0,
): () => void {
  let source: EventSource | null = null;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let batch: ApplicationEvent[] = [];
  /** Null during the call. */
  let batchTimer: ReturnType<typeof setTimeout> | null | undefined;
  /** The time when earlier reports no longer delay the next one. */
  let idleAt = 0;

  const scheduleDelivery = () => {
    if (batch.length === 0 || batchTimer !== undefined) return;
    const wait = Math.max(batchMilliseconds, idleAt - pauseMilliseconds - performance.now());
    // A random delay, so that pages do not send requests at the same moment.
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
      // After a refusal the browser gives up; after any other error it reconnects by itself.
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
