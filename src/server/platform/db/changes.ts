import { Socket } from 'node:net';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Log } from '../telemetry/log.ts';

export interface Change {
  /** The kind of object, such as 'app' or 'blob'. */
  kind: string;
  id: string;
  /** Additional data, unvalidated. */
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

/** Several changes of one kind, in one statement. */
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
  /** The timeout of a heartbeat. */
  timeoutMs: number;
}

const defaultHeartbeat: Heartbeat = { everyMs: 25_000, timeoutMs: 5_000 };

/**
 * Receives the announcements of all servers. In-memory caches subscribe here; after a lost connection `onGap` is
 * called, and they must drop all entries.
 *
 * A listener does not notice a silently broken connection, such as after a failover, so a heartbeat query tests it.
 */
export class Changes {
  readonly #config: pg.ClientConfig;
  readonly #log: Log;
  readonly #heartbeat: Heartbeat;
  readonly #listeners = new Set<{ onChange(change: Change): void; onGap(): void }>();
  #client: pg.Client | null = null;
  #nextBeat: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(config: pg.ClientConfig, log: Log, heartbeat = defaultHeartbeat) {
    this.#config = config;
    this.#log = log;
    this.#heartbeat = heartbeat;
  }

  /** Whether changes are being received. Otherwise in-memory copies must expire soon. */
  get listening(): boolean {
    return this.#client !== null;
  }

  subscribe(listener: { onChange(change: Change): void; onGap(): void }): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async start(): Promise<void> {
    // Kept to destroy the socket: `end` would wait for an unresponsive server.
    const socket = new Socket();
    const client = new pg.Client({ ...this.#config, stream: () => socket });
    client.on('error', (error) => this.#log.warn({ err: error }, 'listener connection lost'));
    client.on('notification', (message) => this.#receive(message.payload ?? ''));
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
    // Only for established connections: a failed connect also emits `end`, and its caller already retries.
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
        // The end of the connection starts the next one.
        (error) => socket.destroy(error),
      );
    }, this.#heartbeat.everyMs).unref();
  }

  /** @throws Error without a response in time */
  async #ask(client: pg.Client, statement: string): Promise<void> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new Error('The database did not answer the listener in time.')),
      this.#heartbeat.timeoutMs,
    );
    try {
      await Promise.race([client.query(statement), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  #receive(payload: string): void {
    const change = parseChange(payload);
    // Any database user may notify; an error here would end the process.
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
