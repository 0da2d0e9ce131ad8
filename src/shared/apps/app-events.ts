/**
 * Server-sent events (`new EventSource(applicationEventsPath)`): what changes among the applications that the viewer
 * may see. Each message is one event as JSON; the browser asks again for what it shows. The first message of every
 * connection is `refresh`, so whatever happened while there was none is made up for; but for a visitor who says by `since`
 * from which moment their list is, by the server's clock in milliseconds, and whom no change since then concerns. The server ends the stream when
 * the session ends or Flux stops, and cuts a reader that does not keep up; EventSource connects again by itself, except
 * after a refusal (429 where one person or address has too many streams): then there is no liveness, and no harm.
 */
export const applicationEventsPath = '/api/applications/events';

export type ApplicationEvent =
  /** Anything may have changed. */
  | { kind: 'refresh' }
  /** `published`: there is one more to see. `removed`: it was deleted, or is not for this viewer any more. */
  | { kind: (typeof changes)[number]; id: string };

const changes = ['published', 'edited', 'activated', 'removed'] as const;

/** By hand: every visitor's page hears these, and needs no schema for anything else. */
export function isApplicationEvent(message: unknown): message is ApplicationEvent {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return false;
  if (message.kind === 'refresh') return true;
  return changes.some((kind) => kind === message.kind) && 'id' in message && typeof message.id === 'string';
}
