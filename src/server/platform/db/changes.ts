import { Socket } from 'node:net';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Log } from '../telemetry/log.ts';

export interface Change {
  /** What changed, as 'app' or 'blob'. */
  kind: string;
  id: string;
  /** What else was told, as it came: whoever uses it must check it. */
  detail?: unknown;
}

const channel = 'flux_changes';

/**
 * Announces a change to every server, this one included, when the transaction commits.
 * Call it inside the transaction that makes the change.
 */
export async function announce<Tables>(db: Kysely<Tables>, change: Change): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify(change)})`.execute(db);
}

/** The same of many of one kind, in one statement. */
export async function announceAll<Tables>(
  db: Kysely<Tables>,
  kind: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const changes = ids.map((id) => JSON.stringify({ kind, id } satisfies Change));
  await sql`select pg_notify(${channel}, change) from unnest(${changes}::text[]) as change`.execute(db);
}

export interface Heartbeat {
  everyMs: number;
  /** A connection that does not answer in this time is given up. */
  patienceMs: number;
}

const usualHeartbeat: Heartbeat = { everyMs: 25_000, patienceMs: 5_000 };

/**
 * Hears what any server announces. Whoever keeps copies in memory subscribes here; when the connection was
 * lost, `onGap` is called after it is back, since anything may have been missed: drop every copy then.
 *
 * Whoever only listens never notices that the other end is gone without a word, as after a failover or behind a router
 * that forgot the connection. So it is asked something now and then.
 */
export class Changes {
  readonly #config: pg.ClientConfig;
  readonly #log: Log;
  readonly #heartbeat: Heartbeat;
  readonly #listeners = new Set<{ onChange(change: Change): void; onGap(): void }>();
  #client: pg.Client | null = null;
  #nextBeat: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(config: pg.ClientConfig, log: Log, heartbeat = usualHeartbeat) {
    this.#config = config;
    this.#log = log;
    this.#heartbeat = heartbeat;
  }

  /** Whether changes are being heard right now. While not, copies in memory must not be trusted for long. */
  get listening(): boolean {
    return this.#client !== null;
  }

  subscribe(listener: { onChange(change: Change): void; onGap(): void }): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async start(): Promise<void> {
    // Kept, since a connection that does not answer can be ended in no other way: `end` waits for its answer.
    const socket = new Socket();
    const client = new pg.Client({ ...this.#config, stream: () => socket });
    client.on('error', (error) => this.#log.warn({ err: error }, 'listener connection lost'));
    client.on('notification', (message) => this.#hear(message.payload ?? ''));
    try {
      await client.connect();
      await this.#ask(client, `listen ${channel}`);
      if (this.#closed) throw new Error('Closed while connecting.');
    } catch (error) {
      const ended = client.end().catch(() => {});
      socket.destroy();
      await ended;
      throw error;
    }
    // Only now: a connection that never came about ends too, and whoever asked for it tries again already.
    client.on('end', () => this.#reconnect());
    this.#client = client;
    this.#beatLater(client, socket);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#nextBeat);
    await this.#client?.end().catch(() => {});
  }

  #beatLater(client: pg.Client, socket: Socket): void {
    this.#nextBeat = setTimeout(() => {
      this.#ask(client, 'select 1').then(
        () => {
          if (this.#client === client && !this.#closed) this.#beatLater(client, socket);
        },
        // Its end is what leads to another.
        (error) => socket.destroy(error),
      );
    }, this.#heartbeat.everyMs).unref();
  }

  /** @throws Error where no answer came in time */
  async #ask(client: pg.Client, statement: string): Promise<void> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new Error('The database did not answer the listener in time.')),
      this.#heartbeat.patienceMs,
    );
    try {
      await Promise.race([client.query(statement), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  #hear(payload: string): void {
    const change = parseChange(payload);
    // Anybody who may connect to the database may notify; an error here would end the process.
    if (!change) {
      this.#log.warn({ payload: payload.slice(0, 200) }, 'a notification that is no change');
      return;
    }
    for (const listener of this.#listeners) listener.onChange(change);
  }

  #reconnect(): void {
    this.#client = null;
    for (const listener of this.#listeners) listener.onGap();
    if (this.#closed) return;
    setTimeout(() => {
      if (this.#closed) return;
      this.start().then(
        () => {
          for (const listener of this.#listeners) listener.onGap();
        },
        () => this.#reconnect(),
      );
    }, 500).unref();
  }
}

function parseChange(payload: string): Change | null {
  try {
    const { kind, id, detail } = JSON.parse(payload) as Record<string, unknown>;
    if (typeof kind !== 'string' || typeof id !== 'string') return null;
    return { kind, id, ...(detail === undefined ? {} : { detail }) };
  } catch {
    return null;
  }
}
