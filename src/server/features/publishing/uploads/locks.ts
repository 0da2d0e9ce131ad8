import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#server/context.ts';
import { announce } from '#server/platform/db/changes.ts';
import { type SessionLock, SessionLocks } from '#server/platform/db/session-locks.ts';
import { FluxError } from '#shared/contract/errors.ts';

/** How long a request waits for the one before it to let go. */
const patienceMs = 15_000;
const changeKind = 'upload wanted';

interface Holder {
  /** Asks the request that holds the lock to come to an end. */
  cancel(): void;
  /** Settles when the lock is free. */
  released: Promise<void>;
  release(): void;
  /** The write under way; the lock is never given on before it has ended. */
  work: Promise<unknown>;
  /** What keeps other servers out. Null while it is being waited for. */
  inDatabase: SessionLock | null;
}

/** A lock of one request on one upload; the shape that `@tus/server` asks for. */
export interface UploadLock {
  lock(signal: AbortSignal, cancel: () => void | Promise<void>): Promise<void>;
  unlock(): Promise<void>;
}

/**
 * One request at a time works on an upload. A second one asks the first to end and takes over, since the
 * first is most often a connection that broke without the server noticing. Other servers are kept out by the
 * database; when the connection to it breaks, so does the lock, and the writer stops.
 */
export class UploadLocks {
  readonly #context: Context;
  readonly #holders = new Map<string, Holder>();
  readonly #locks: SessionLocks;

  constructor(context: Context) {
    this.#context = context;
    this.#locks = new SessionLocks(context.pool, (error) => {
      context.log.warn({ err: error }, 'upload locks lost');
      for (const holder of this.#holders.values()) if (holder.inDatabase?.lost) holder.cancel();
    });
    context.changes.subscribe({
      onChange: (change) => {
        if (change.kind === changeKind) this.#holders.get(change.id)?.cancel();
      },
      onGap: () => {},
    });
  }

  newLock(id: string): UploadLock {
    let holder: Holder | null = null;
    return {
      lock: async (signal, cancel) => {
        holder = await this.#acquire(id, signal, cancel);
      },
      unlock: async () => {
        if (holder) await this.#release(id, holder);
        holder = null;
      },
    };
  }

  /** Whether this process still has the lock; asked before each write. */
  holds(id: string): boolean {
    const lock = this.#holders.get(id)?.inDatabase;
    return lock != null && !lock.lost;
  }

  /** Keeps the lock until `work` has ended, even if the request is over before. */
  during<Result>(id: string, work: Promise<Result>): Promise<Result> {
    const holder = this.#holders.get(id);
    if (holder) holder.work = work.catch(() => {});
    return work;
  }

  async #acquire(id: string, signal: AbortSignal, cancel: () => void | Promise<void>): Promise<Holder> {
    const deadline = Date.now() + patienceMs;
    for (let other = this.#holders.get(id); other; other = this.#holders.get(id)) {
      other.cancel();
      await settledOr(other.released, deadline - Date.now());
      if (signal.aborted || Date.now() >= deadline) throw busy();
    }
    const holder = newHolder(cancel);
    this.#holders.set(id, holder);
    try {
      holder.inDatabase = await this.#keepOthersOut(id, signal, deadline);
    } catch (error) {
      this.#free(id, holder);
      throw error;
    }
    return holder;
  }

  async #keepOthersOut(id: string, signal: AbortSignal, deadline: number): Promise<SessionLock> {
    for (;;) {
      const lock = await this.#locks.tryLock(`upload ${id}`);
      if (lock) return lock;
      if (signal.aborted || Date.now() >= deadline) throw busy();
      await announce(this.#context.db, { kind: changeKind, id });
      await sleep(100);
    }
  }

  async #release(id: string, holder: Holder): Promise<void> {
    await holder.work;
    try {
      await holder.inDatabase?.release();
    } finally {
      this.#free(id, holder);
    }
  }

  #free(id: string, holder: Holder): void {
    if (this.#holders.get(id) === holder) this.#holders.delete(id);
    holder.release();
  }
}

function newHolder(cancel: () => void | Promise<void>): Holder {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    cancel: () => void cancel(),
    released: promise,
    release: resolve,
    work: Promise.resolve(),
    inDatabase: null,
  };
}

async function settledOr(promise: Promise<void>, milliseconds: number): Promise<void> {
  const timer = new AbortController();
  const timeout = sleep(Math.max(0, milliseconds), undefined, { signal: timer.signal }).catch(() => {});
  await Promise.race([promise, timeout]);
  timer.abort();
}

function busy(): FluxError {
  return new FluxError('conflict', 'Another request is still writing this upload. Please try again.');
}
