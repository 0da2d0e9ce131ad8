import type pg from 'pg';

/** A lock that no other server has, until it is released or its connection breaks. */
export interface SessionLock {
  /** True once the connection, and with it the lock, is lost. */
  readonly lost: boolean;
  release(): Promise<void>;
}

interface Session {
  client: Promise<pg.PoolClient>;
  /** The last query: a connection runs one at a time. */
  asked: Promise<unknown>;
  /**
   * Callbacks for a lost lock, by key. PostgreSQL grants a session the same lock repeatedly, so it is refused here.
   */
  held: Map<string, (error: Error) => void>;
  users: number;
  lost: boolean;
  forget(): void;
}

/** The open session for locks of each pool. */
const sessions = new WeakMap<pg.Pool, Session>();

/**
 * Session-level advisory locks for long work. All locks of the process share one connection of the pool, which is
 * held only while there are locks, so that a small pool stays usable.
 */
export class SessionLocks {
  readonly #pool: pg.Pool;
  readonly #onLost: (error: Error) => void;

  /** @param onLost called once when the connection broke, which releases every lock */
  constructor(pool: pg.Pool, onLost: (error: Error) => void) {
    this.#pool = pool;
    this.#onLost = onLost;
  }

  /** Null if another server, or another caller in this process, has it. */
  async tryLock(key: string): Promise<SessionLock | null> {
    const session = sessions.get(this.#pool) ?? openSession(this.#pool);
    if (session.held.has(key)) return null;
    session.held.set(key, this.#onLost);
    session.users += 1;
    let locked = false;
    try {
      locked = await ask(session, 'pg_try_advisory_lock', key);
    } finally {
      if (!locked) await leave(this.#pool, session, key);
    }
    if (!locked) return null;
    return {
      get lost() {
        return session.lost;
      },
      release: () => release(this.#pool, session, key),
    };
  }
}

function openSession(pool: pg.Pool): Session {
  const session: Session = {
    client: pool.connect(),
    asked: Promise.resolve(),
    held: new Map(),
    users: 0,
    lost: false,
    forget: () => {},
  };
  sessions.set(pool, session);
  session.client.then(
    (client) => {
      const onError = (error: Error) => {
        // The database's termination message and the end of the connection are one error each.
        if (session.lost) return;
        lose(pool, session);
        for (const tell of new Set(session.held.values())) tell(error);
      };
      client.on('error', onError);
      session.forget = () => client.off('error', onError);
    },
    () => lose(pool, session),
  );
  return session;
}

async function ask(
  session: Session,
  what: 'pg_try_advisory_lock' | 'pg_advisory_unlock',
  key: string,
): Promise<boolean> {
  const client = await session.client;
  const answer = session.asked.then(() =>
    client.query<{ done: boolean }>(`select ${what}(hashtextextended($1, 0)) as done`, [key]),
  );
  session.asked = answer.catch(() => {});
  return (await answer).rows[0]?.done === true;
}

function lose(pool: pg.Pool, session: Session): void {
  session.lost = true;
  if (sessions.get(pool) === session) sessions.delete(pool);
}

async function release(pool: pg.Pool, session: Session, key: string): Promise<void> {
  try {
    if (session.lost) return;
    await ask(session, 'pg_advisory_unlock', key);
  } finally {
    await leave(pool, session, key);
  }
}

async function leave(pool: pg.Pool, session: Session, key: string): Promise<void> {
  session.held.delete(key);
  session.users -= 1;
  if (session.users > 0) return;
  if (sessions.get(pool) === session) sessions.delete(pool);
  const client = await session.client.catch(() => null);
  session.forget();
  // A broken connection is destroyed instead of returned to the pool.
  client?.release(session.lost);
}
