import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import { connect } from '../../platform/db/connect.ts';
import type { TestServer } from './server.ts';

/** The context of a second server on the same database, with its own connections. */
export function secondServer({ context }: TestServer, poolSize: number): Context {
  const { host, database } = context.pool.options;
  const { db, pool } = connect<Tables>({
    socketDir: host,
    database,
    poolSize,
    onConnectionError: (error) => {
      throw error;
    },
  });
  return { ...context, db, pool };
}
