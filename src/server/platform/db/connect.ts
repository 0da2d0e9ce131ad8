import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { markConnectionError } from './unreachable.ts';

// PostgreSQL's bigint and count(*) arrive as strings; all of Flux's numbers are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface ConnectionOptions {
  /** A `postgres://` address, or the folder of a private socket. */
  url?: string;
  socketDir?: string;
  database?: string;
  poolSize: number;
  onConnectionError(error: Error): void;
}

export interface Connection<Tables> {
  db: Kysely<Tables>;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Settings for `pg`, shared by the pool and by single clients such as the listener's. */
export function clientConfig(
  options: Pick<ConnectionOptions, 'url' | 'socketDir' | 'database'>,
): pg.ClientConfig {
  const target = options.socketDir
    ? { host: options.socketDir, user: 'postgres', database: options.database ?? 'flux' }
    : { connectionString: options.url };
  return {
    ...target,
    application_name: 'flux',
    connectionTimeoutMillis: 10_000,
    // Keepalive detects a dead idle connection before it is used.
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
  };
}

/** Marks the socket's errors, to distinguish them from those of other servers, with or without TLS. */
class PoolClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.connection.on('error', markConnectionError);
  }
}

export function connect<Tables>(options: ConnectionOptions): Connection<Tables> {
  const pool = new pg.Pool({ ...clientConfig(options), max: options.poolSize, Client: PoolClient });
  // A broken connection, idle or in use, must not end the process; the next query opens another.
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      // Its termination message may still be in transit when the stopping database ends the connection.
      if (!pool.ending) options.onConnectionError(error);
    }),
  );
  pool.on('error', () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}
