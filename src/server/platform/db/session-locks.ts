import type pg from 'pg';

/** A lock that no other server has, until it is released or its connection breaks. */
export interface SessionLock {
  /** True once the connection broke, and the lock with it. */
  readonly lost: boolean;
  release(): Promise<void>;
}

interface Session {
  client: Promise<pg.PoolClient>;
  users: number;
  lost: boolean;
  forget(): void;
}

/**
 * PostgreSQL's session-level advisory locks for work that may take long. All locks of this process share one
 * connection of the pool, held only while there are any. Within the process they do not exclude each other:
 * PostgreSQL gives one session the same lock twice.
 */
export class SessionLocks {
  readonly #pool: pg.Pool;
  readonly #onLost: (error: Error) => void;
  #session: Session | null = null;

  /** @param onLost called when the connection broke; every lock held then is lost */
  constructor(pool: pg.Pool, onLost: (error: Error) => void) {
    this.#pool = pool;
    this.#onLost = onLost;
  }

  /** Null where another server has it. */
  async tryLock(key: string): Promise<SessionLock | null> {
    this.#session ??= this.#open();
    const session = this.#session;
    session.users += 1;
    let locked = false;
    try {
      const client = await session.client;
      const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as locked', [
        key,
      ]);
      locked = rows[0]?.locked === true;
    } finally {
      if (!locked) await this.#leave(session);
    }
    if (!locked) return null;
    return {
      get lost() {
        return session.lost;
      },
      release: () => this.#release(session, key),
    };
  }

  async #release(session: Session, key: string): Promise<void> {
    try {
      if (session.lost) return;
      const client = await session.client;
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [key]);
    } finally {
      await this.#leave(session);
    }
  }

  #open(): Session {
    const session: Session = { client: this.#pool.connect(), users: 0, lost: false, forget: () => {} };
    session.client.then(
      (client) => {
        const onError = (error: Error) => {
          session.lost = true;
          if (this.#session === session) this.#session = null;
          this.#onLost(error);
        };
        client.on('error', onError);
        session.forget = () => client.off('error', onError);
      },
      () => {
        session.lost = true;
        if (this.#session === session) this.#session = null;
      },
    );
    return session;
  }

  async #leave(session: Session): Promise<void> {
    session.users -= 1;
    if (session.users > 0) return;
    if (this.#session === session) this.#session = null;
    const client = await session.client.catch(() => null);
    session.forget();
    // A broken connection is thrown away instead of going back to the pool.
    client?.release(session.lost);
  }
}
