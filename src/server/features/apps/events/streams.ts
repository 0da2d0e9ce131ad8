import { isDeepStrictEqual } from 'node:util';
import type { Context } from '#server/context.ts';
import type { Change } from '#server/platform/db/changes.ts';
import type { Release } from '#server/platform/limits/shared-limits.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { listActiveSessions } from '../../accounts/active-sessions.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { listMemberships, listMembershipsOf } from '../memberships.ts';
import { eventFor, listingChangeSchema, membershipChangeSchema } from './audience.ts';
import type { EventStream, StreamViewer } from './stream.ts';
import { Throttle, type ThrottleTimes } from './throttle.ts';

export interface StreamLimits {
  /** Each tab that shows the list has one. */
  perPerson: number;
  /** For those who are not signed in; a class behind one address has a few each. */
  perAddress: number;
  all: number;
}

export const defaultStreamLimits: StreamLimits = { perPerson: 10, perAddress: 100, all: 1_000 };

export interface StreamTimes {
  /** The minimum interval between two events of the same application. */
  events: ThrottleTimes;
  /**
   * The minimum interval of reloads after renames, so that one user who renames repeatedly does not load the server.
   */
  names: ThrottleTimes;
  heartbeatMs: number;
}

/** The maximum age of a server-rendered page, including clock differences between servers. */
const drawingMs = 5_000;

/** Proxies commonly give up after 30 to 60 silent seconds. */
const defaultTimes: StreamTimes = {
  events: { gatherMs: 100, restMs: 1_000 },
  names: { gatherMs: 0, restMs: 10_000 },
  heartbeatMs: 20_000,
};

const tooMany =
  'Too many windows follow the list of applications at once. It still works, without live changes.';

/** All open streams of this server process. */
export class EventStreams {
  readonly #context: Context;
  readonly #limits: StreamLimits;
  readonly #open = new Set<EventStream>();
  readonly #flush: Throttle;
  readonly #tellOfNames: Throttle;
  readonly #beat: NodeJS.Timeout;
  readonly #unsubscribe: () => void;
  /** The time of the last change visible to all; before the first one it is unknown. */
  #publicChangeAt = Date.now();
  /** Counts membership changes, so that concurrent reads are repeated. */
  #membershipChanges = 0;
  #closed = false;

  constructor(
    context: Context,
    limits: StreamLimits = defaultStreamLimits,
    times: StreamTimes = defaultTimes,
  ) {
    this.#context = context;
    this.#limits = limits;
    this.#flush = new Throttle(() => {
      for (const stream of this.#open) stream.flush();
    }, times.events);
    this.#tellOfNames = new Throttle(() => this.#tellAll(), times.names);
    this.#unsubscribe = context.changes.subscribe({
      onChange: (change) => this.#receive(change),
      onGap: () => {
        this.#membershipChanges += 1;
        this.#tellAll();
      },
    });
    this.#beat = setInterval(() => void this.checkAll(), times.heartbeatMs).unref();
  }

  /** Reads the viewer and their memberships. `add` must follow immediately. */
  async trackViewer(viewer: Viewer | null): Promise<StreamViewer | null> {
    if (viewer === null) return null;
    for (;;) {
      const heard = this.#membershipChanges;
      const memberships = await listMemberships(this.#context.db, viewer.id);
      if (heard === this.#membershipChanges) return { ...viewer, memberships };
    }
  }

  /**
   * To be asked before anything is answered. A stream is counted until it is released.
   * @throws FluxError `too_many_requests`, `unavailable` while Flux stops
   */
  async reserve(viewer: Pick<Viewer, 'id'> | null, address: string): Promise<Release> {
    if (this.#closed) throw new FluxError('unavailable');
    const { all, perAddress, perPerson } = this.#limits;
    const own =
      viewer === null
        ? { name: `streams of address ${address}`, most: perAddress }
        : { name: `streams of person ${viewer.id}`, most: perPerson };
    const release = await this.#context.sharedLimits.tryAcquire([own, { name: 'streams', most: all }]);
    if (release === null) throw new FluxError('too_many_requests', tooMany, { retryAfterSeconds: 60 });
    return release;
  }

  /** The stream gets events from now on. Earlier ones may be missed. */
  add(stream: EventStream): void {
    // It was reserved before, and its viewer was being read meanwhile.
    if (this.#closed) {
      stream.end();
      return;
    }
    this.#open.add(stream);
    if (this.#mayBeOutdated(stream)) {
      stream.add({ kind: 'refresh' });
      stream.flush();
      // A first comment shows that the stream is open.
    } else stream.sendHeartbeat();
  }

  remove(stream: EventStream): void {
    this.#open.delete(stream);
  }

  /** Sends heartbeats, and ends streams whose session has expired or whose viewer's rights have changed. */
  async checkAll(): Promise<void> {
    const sessions = [...this.#open].flatMap(({ viewer }) => (viewer ? [viewer.sessionId] : []));
    try {
      const now = this.#context.clock.now();
      const asked = new Set(sessions);
      const rows = await listActiveSessions(this.#context.db, sessions, now);
      const living = new Map(rows.map((session) => [session.sessionId, session]));
      const people = [...new Set(rows.map(({ userId }) => userId))];
      const memberships = await listMembershipsOf(this.#context.db, people);
      this.#end(({ viewer }) => {
        if (viewer === null || !asked.has(viewer.sessionId)) return false;
        if (living.get(viewer.sessionId)?.role !== viewer.role) return true;
        return !isDeepStrictEqual(memberships.get(viewer.id) ?? [], viewer.memberships);
      });
    } catch (error) {
      // No events arrive while the database is unavailable, either.
      this.#context.log.warn({ err: error }, 'the sessions of event streams could not be looked at');
    }
    for (const stream of this.#open) stream.sendHeartbeat();
  }

  close(): void {
    this.#closed = true;
    this.#unsubscribe();
    clearInterval(this.#beat);
    this.#flush.close();
    this.#tellOfNames.close();
    this.#end(() => true);
  }

  #receive({ kind, id, detail }: Change): void {
    if (kind === 'session-end') this.#end(({ viewer }) => viewer?.sessionId === id);
    if (kind === 'membership') this.#hearOfMembership(detail);
    if (kind === 'names') this.#hearOfNames();
    if (kind !== 'listing') return;
    const change = listingChangeSchema.safeParse(detail);
    if (!change.success) return;
    if (eventFor(null, id, change.data)) this.#publicChangeAt = Date.now();
    for (const stream of this.#open) {
      const event = eventFor(stream.viewer, id, change.data);
      if (event) stream.add(event);
    }
    this.#flush.request();
  }

  #hearOfNames(): void {
    // Immediately for new streams, whatever the interval for the others.
    this.#publicChangeAt = Date.now();
    this.#tellOfNames.request();
  }

  #hearOfMembership(detail: unknown): void {
    this.#membershipChanges += 1;
    const change = membershipChangeSchema.safeParse(detail);
    this.#end(({ viewer }) => viewer !== null && viewer.id === change.data?.userId);
  }

  /** Own apps change less often. */
  #mayBeOutdated({ viewer, seenAt }: EventStream): boolean {
    if (viewer !== null || seenAt === null || !this.#context.changes.listening) return true;
    return seenAt > Date.now() || seenAt - drawingMs <= this.#publicChangeAt;
  }

  #tellAll(): void {
    this.#publicChangeAt = Date.now();
    for (const stream of this.#open) stream.add({ kind: 'refresh' });
    this.#flush.request();
  }

  #end(which: (stream: EventStream) => boolean): void {
    for (const stream of [...this.#open].filter(which)) {
      this.#open.delete(stream);
      stream.end();
    }
  }
}
