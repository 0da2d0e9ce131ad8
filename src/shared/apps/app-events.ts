/**
 * Server-sent events (`new EventSource(applicationEventsPath)`): changes of the applications that the viewer
 * may see. Each message is one event as JSON, and the browser fetches its data again. Each connection starts
 * with `refresh`, except for visitors who send in `since` the server time of their list in milliseconds and
 * missed no change. The server closes the stream when the session ends or Flux stops, and for slow readers.
 * EventSource reconnects by itself, except after a 429 for too many streams.
 */
export const applicationEventsPath = '/api/applications/events';

export type ApplicationEvent =
  /** Anything may have changed. */
  | { kind: 'refresh' }
  /**
   * `published`: an application became visible. `removed`: it was deleted, or is no longer visible to this
   * viewer.
   */
  | { kind: (typeof changes)[number]; id: string };

const changes = ['published', 'edited', 'activated', 'removed'] as const;

/** Parsed by hand: every visitor's page receives these events, and a schema would enlarge its script. */
export function isApplicationEvent(message: unknown): message is ApplicationEvent {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return false;
  if (message.kind === 'refresh') return true;
  return changes.some((kind) => kind === message.kind) && 'id' in message && typeof message.id === 'string';
}
