import type { ServerResponse } from 'node:http';
import type { ApplicationEvent } from '#shared/apps/app-events.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import type { Membership } from '../memberships.ts';

/** More simultaneous events than this are replaced by a reload event. */
const maxAtOnce = 20;

/** The part of a response that a stream needs. */
export type StreamOutput = Pick<ServerResponse, 'write' | 'end' | 'destroy' | 'once'>;

/** The viewer of a stream with the facts that decide their events. The stream ends when these change. */
export type StreamViewer = Pick<Viewer, 'id' | 'role' | 'sessionId'> & { memberships: readonly Membership[] };

/** One open event stream of a client. */
export class EventStream {
  readonly viewer: StreamViewer | null;
  /** The moment that the reader's list is from, in milliseconds; null is not known. */
  readonly seenAt: number | null;
  readonly #outlet: StreamOutput;
  /** By id of the app: the last event counts. */
  readonly #waiting = new Map<string, ApplicationEvent>();
  #refresh = false;

  constructor(viewer: StreamViewer | null, outlet: StreamOutput, seenAt: number | null = null) {
    this.viewer = viewer;
    this.seenAt = seenAt;
    this.#outlet = outlet;
  }

  /** Keeps an event for the next `flush`. */
  add(event: ApplicationEvent): void {
    if (event.kind === 'refresh' || this.#waiting.size >= maxAtOnce) this.#refresh = true;
    else this.#waiting.set(event.id, merge(this.#waiting.get(event.id), event));
  }

  flush(): void {
    const events: ApplicationEvent[] = this.#refresh ? [{ kind: 'refresh' }] : [...this.#waiting.values()];
    this.#refresh = false;
    this.#waiting.clear();
    if (events.length > 0) this.#write(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  }

  /** A comment, so that proxies keep the idle connection open. */
  sendHeartbeat(): void {
    this.#write(':\n\n');
  }

  /** The client reconnects automatically. */
  end(): void {
    this.#outlet.end();
  }

  #write(text: string): void {
    // Nothing is kept for a reader who does not read: what the connection does not take ends it. EventSource comes
    // back, and is told to look again.
    if (!this.#outlet.write(text)) this.#outlet.destroy();
  }
}

/**
 * Merges two events of one app: a new app stays new unless it is removed, and an edit, which may change the order, is
 * not replaced by a version event.
 */
function merge(earlier: ApplicationEvent | undefined, event: ApplicationEvent): ApplicationEvent {
  const staysNew = earlier?.kind === 'published' && event.kind !== 'removed';
  const staysEdited = earlier?.kind === 'edited' && event.kind === 'activated';
  return staysNew || staysEdited ? earlier : event;
}
