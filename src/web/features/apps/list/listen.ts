import { type ApplicationEvent, applicationEventsPath, isApplicationEvent } from '#shared/app-events.ts';
import { readJson } from '../../../lib/read-json.ts';

/** What comes together is told together. */
const gatherMilliseconds = 150;
const refusedMilliseconds = 30_000;

/**
 * Hears what changes among the applications, until the answer is called. Only while the page is in sight: a browser opens
 * six connections to a server, and tabs in the background must not use them up. Coming back begins with a `refresh`.
 * @param drawnAt when the server drew this page, so that it knows what is not news; 0 where it did not
 */
export function listenToApplications(tell: (events: ApplicationEvent[]) => void, drawnAt = 0): () => void {
  let source: EventSource | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  let gathered: ApplicationEvent[] = [];
  let gathering: ReturnType<typeof setTimeout> | undefined;

  const add = (event: ApplicationEvent) => {
    gathered.push(event);
    gathering ??= setTimeout(() => {
      gathering = undefined;
      const events = gathered;
      gathered = [];
      tell(events);
    }, gatherMilliseconds);
  };
  const close = () => {
    clearTimeout(again);
    source?.close();
    source = null;
  };
  const open = () => {
    close();
    if (document.visibilityState === 'hidden') return;
    const opened = new EventSource(`${applicationEventsPath}${drawnAt ? `?since=${drawnAt}` : ''}`);
    source = opened;
    opened.onmessage = ({ data }) => {
      const event = readJson(String(data));
      if (isApplicationEvent(event)) add(event);
    };
    opened.onerror = () => {
      // After a refusal the browser gives up; after anything else it tries again by itself.
      if (opened.readyState === EventSource.CLOSED && source === opened)
        again = setTimeout(open, refusedMilliseconds);
    };
  };
  open();
  document.addEventListener('visibilitychange', open);
  return () => {
    document.removeEventListener('visibilitychange', open);
    clearTimeout(gathering);
    close();
  };
}
