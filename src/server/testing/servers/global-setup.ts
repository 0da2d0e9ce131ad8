import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { prepareSchema } from '../../db/prepare-schema.ts';
import { connect } from '../../platform/db/connect.ts';
import { startEmbeddedPostgres } from '../../platform/db/embedded.ts';
import { endWithProcess } from '../measures/end-with-process.ts';
import buildForServer from './build-for-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    socketDir: string;
  }
}

/** The built files that the server needs, and a PostgreSQL with a migrated template that every test server copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildForServer();
  const dir = await mkdtemp(join(tmpdir(), 'flux-test-pg-'));
  // Crash tests have their own databases; this one is fast and not durable.
  const postgres = await startEmbeddedPostgres(dir, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
  });
  const stopGuard = endWithProcess(postgres.pid, dir);
  const admin = new pg.Client({ host: postgres.socketDir, user: 'postgres', database: 'postgres' });
  await admin.connect();
  await admin.query('create database flux_template');
  const connection = connect<unknown>({
    socketDir: postgres.socketDir,
    database: 'flux_template',
    poolSize: 2,
    onConnectionError: () => {},
  });
  await prepareSchema(connection.db);
  await connection.close();
  await admin.end();
  project.provide('socketDir', postgres.socketDir);
  return async () => {
    stopGuard();
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
  };
}
