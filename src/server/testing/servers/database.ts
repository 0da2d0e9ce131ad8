import pg from 'pg';
import { inject } from 'vitest';
import type { DatabaseTarget } from '../../context.ts';
import { newId } from '../../platform/ids.ts';

/** A fresh, migrated database, copied from the run's template. */
export async function createTestDatabase(): Promise<{ target: DatabaseTarget; drop(): Promise<void> }> {
  const socketDir = inject('socketDir');
  const database = `flux_${newId()}`;
  await asAdmin(socketDir, `create database ${database} template flux_template`);
  return {
    target: { socketDir, database },
    drop: () => asAdmin(socketDir, `drop database if exists ${database} with (force)`),
  };
}

async function asAdmin(host: string, statement: string): Promise<void> {
  const client = new pg.Client({ host, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
