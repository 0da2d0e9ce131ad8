import { isDeepStrictEqual } from 'node:util';
import type { Context } from '#server/context.ts';
import type { Change } from '#server/platform/db/changes.ts';
import type { Release } from '#server/platform/limits/shared-limits.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { listLivingSessions } from '../../accounts/living-sessions.ts';
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
  /** Of what happens, for all streams: of the same application nobody hears more often. */
  events: ThrottleTimes;
  /** Of names, which everybody is told to look at again: one who changes theirs without end must not keep all others busy. */
  names: ThrottleTimes;
  beatMs: number;
}

/** So long ago at most was read what a page holds that was drawn at a moment, and so much may clocks of servers differ. */
const drawingMs = 5_000;

/** Proxies commonly give up after 30 to 60 silent seconds. */
const defaultTimes: StreamTimes = {
  events: { gatherMs: 100, restMs: 1_000 },
  names: { gatherMs: 0, restMs: 10_000 },
  beatMs: 20_000,
};

const tooMany =
  'Too many windows follow the list of applications at once. It still works, without live changes.';

/** All open streams of this server. */
export class EventStreams {
  readonly #context: Context;
  readonly #limits: StreamLimits;
  readonly #open = new Set<EventStream>();
  readonly #flush: Throttle;
  readonly #tellOfNames: Throttle;
  readonly #beat: NodeJS.Timeout;
  readonly #unsubscribe: () => void;
  /** When something changed last that everybody sees, or may have; before that nothing is known. */
  #publicChangeAt = Date.now();
  /** Counts what was heard of memberships, so that what was read meanwhile is read again. */
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
      onChange: (change) => this.#hear(change),
      onGap: () => {
        this.#membershipChanges += 1;
        this.#tellAll();
      },
    });
    this.#beat = setInterval(() => void this.beat(), times.beatMs).unref();
  }

  /** The viewer with what decides on what they hear. `add` must follow at once. */
  async know(viewer: Viewer | null): Promise<StreamViewer | null> {
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
  async admit(viewer: Pick<Viewer, 'id'> | null, address: string): Promise<Release> {
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

  /** From here on the stream hears of what its viewer may see. Whatever happened before may have been missed. */
  add(stream: EventStream): void {
    // It was admitted before, and who its viewer is was looked up meanwhile.
    if (this.#closed) {
      stream.end();
      return;
    }
    this.#open.add(stream);
    if (this.#mayBeOutdated(stream)) {
      stream.add({ kind: 'refresh' });
      stream.flush();
      // A first sign all the same, by which the reader knows that it is open.
    } else stream.beat();
  }

  remove(stream: EventStream): void {
    this.#open.delete(stream);
  }

  /** Keeps connections alive, and ends those whose session has ended or whose rights are others now. */
  async beat(): Promise<void> {
    const sessions = [...this.#open].flatMap(({ viewer }) => (viewer ? [viewer.sessionId] : []));
    try {
      const now = this.#context.clock.now();
      const asked = new Set(sessions);
      const rows = await listLivingSessions(this.#context.db, sessions, now);
      const living = new Map(rows.map((session) => [session.sessionId, session]));
      const people = [...new Set(rows.map(({ userId }) => userId))];
      const memberships = await listMembershipsOf(this.#context.db, people);
      this.#end(({ viewer }) => {
        if (viewer === null || !asked.has(viewer.sessionId)) return false;
        if (living.get(viewer.sessionId)?.role !== viewer.role) return true;
        return !isDeepStrictEqual(memberships.get(viewer.id) ?? [], viewer.memberships);
      });
    } catch (error) {
      // Nobody hears anything while the database is away, either.
      this.#context.log.warn({ err: error }, 'the sessions of event streams could not be looked at');
    }
    for (const stream of this.#open) stream.beat();
  }

  close(): void {
    this.#closed = true;
    this.#unsubscribe();
    clearInterval(this.#beat);
    this.#flush.close();
    this.#tellOfNames.close();
    this.#end(() => true);
  }

  #hear({ kind, id, detail }: Change): void {
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
    this.#flush.ask();
  }

  #hearOfNames(): void {
    // At once for whoever comes now, however late the others are told.
    this.#publicChangeAt = Date.now();
    this.#tellOfNames.ask();
  }

  #hearOfMembership(detail: unknown): void {
    this.#membershipChanges += 1;
    const change = membershipChangeSchema.safeParse(detail);
    this.#end(({ viewer }) => viewer !== null && viewer.id === change.data?.userId);
  }

  /** What is a person's own is not followed so closely. */
  #mayBeOutdated({ viewer, seenAt }: EventStream): boolean {
    if (viewer !== null || seenAt === null || !this.#context.changes.listening) return true;
    return seenAt > Date.now() || seenAt - drawingMs <= this.#publicChangeAt;
  }

  #tellAll(): void {
    this.#publicChangeAt = Date.now();
    for (const stream of this.#open) stream.add({ kind: 'refresh' });
    this.#flush.ask();
  }

  #end(which: (stream: EventStream) => boolean): void {
    for (const stream of [...this.#open].filter(which)) {
      this.#open.delete(stream);
      stream.end();
    }
  }
}
