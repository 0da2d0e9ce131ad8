import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { readConfig } from '../../src/server/config/config.ts';
import { type Context, closeContext, createContext } from '../../src/server/context.ts';
import type { Tables } from '../../src/server/db/schema.ts';
import { listApplicationCards } from '../../src/server/features/apps/list/cards.ts';
import { countApplicationCards } from '../../src/server/features/apps/list/count.ts';
import { encodeListCursor, encodeRankedCursor } from '../../src/server/features/apps/list/cursor.ts';
import { findPostmaster } from '../../src/server/platform/db/postmaster.ts';
import { createLog } from '../../src/server/platform/telemetry/log.ts';
import { FluxProcess } from '../../src/server/testing/servers/flux-process.ts';
import { fillWithApps } from './list-rows.ts';

/** A real server process with the given number of applications, and a connection to its database. */
export class ListDatabase {
  readonly count: number;
  readonly #process: FluxProcess;
  readonly #context: Context;
  readonly #client: pg.Client;
  readonly #statements: CompiledQuery[] = [];

  private constructor(count: number, process: FluxProcess, context: Context, client: pg.Client) {
    this.count = count;
    this.#process = process;
    this.#client = client;
    const dialect = new PostgresDialect({ pool: context.pool });
    const log = ({ query }: { query: CompiledQuery }) => void this.#statements.push(query);
    this.#context = { ...context, db: new Kysely<Tables>({ dialect, log }) };
  }

  static async start(count: number): Promise<ListDatabase> {
    const env = { FLUX_LOG_LEVEL: 'error', FLUX_TRUSTED_PROXIES: '127.0.0.1' };
    const process = await FluxProcess.create({ env });
    try {
      await process.start();
      const socketDir = (await findPostmaster(process.databaseDir))?.socketDir ?? '';
      const client = new pg.Client({ host: socketDir, user: 'postgres', database: 'flux' });
      await client.connect();
      console.error(`  ${count.toLocaleString('en')} apps are made …`);
      await fillWithApps(client, count);
      const config = readConfig({ FLUX_DATA: process.dataDir, PORT: String(process.port) });
      const context = await createContext(config, createLog('error'), { socketDir });
      return new ListDatabase(count, process, context, client);
    } catch (error) {
      await process.dispose();
      throw error;
    }
  }

  get port(): number {
    return this.#process.port;
  }

  /** Start of a page at this fraction of all applications; for searches, within the last tier. */
  async cursorAt(depth: number, searched: boolean): Promise<string> {
    const { rows } = await this.#client.query<{ id: string; micros: string }>(
      `select id, (extract(epoch from created_at) * 1000000)::bigint as micros
       from apps order by created_at desc, id desc offset $1 limit 1`,
      [Math.floor(this.count * depth)],
    );
    const place = { id: rows[0]?.id ?? '', at: rows[0]?.micros ?? '' };
    return searched ? encodeRankedCursor({ ...place, tier: 3 }) : encodeListCursor('newest', place);
  }

  /** Repeats the SQL statements of such a request, one after another. */
  async statementsOf(
    kind: 'page' | 'search' | 'count',
    query: Record<string, string>,
  ): Promise<() => Promise<void>> {
    this.#statements.length = 0;
    if (kind === 'count') await countApplicationCards(this.#context, null, query);
    else await listApplicationCards(this.#context, null, { ...query, limit: 24 });
    const statements = this.#statements.map(({ sql, parameters }) => ({
      text: sql,
      values: [...parameters],
    }));
    return async () => {
      for (const statement of statements) await this.#client.query(statement);
    };
  }

  async dispose(): Promise<void> {
    await this.#client.end();
    await closeContext(this.#context);
    await this.#process.dispose();
  }
}
