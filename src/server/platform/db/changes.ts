import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';

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

/**
 * Hears what any server announces. Whoever keeps copies in memory subscribes here; when the connection was
 * lost, `onGap` is called after it is back, since anything may have been missed: drop every copy then.
 */
export class Changes {
  readonly #config: pg.ClientConfig;
  readonly #log: Log;
  readonly #listeners = new Set<{ onChange(change: Change): void; onGap(): void }>();
  #client: pg.Client | null = null;
  #closed = false;

  constructor(config: pg.ClientConfig, log: Log) {
    this.#config = config;
    this.#log = log;
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
    const client = new pg.Client(this.#config);
    client.on('error', (error) => this.#log.warn({ err: error }, 'listener connection lost'));
    client.on('notification', (message) => this.#hear(message.payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      if (this.#closed) throw new Error('Closed while connecting.');
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    // Only now: a connection that never came about ends too, and whoever asked for it tries again already.
    client.on('end', () => this.#reconnect());
    this.#client = client;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#client?.end().catch(() => {});
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
