import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { builtinStorageId } from '#shared/storage/storage.ts';
import { StartFailure } from '../../lifecycle/start-failure.ts';
import { connect } from '../../platform/db/connect.ts';
import { newId } from '../../platform/ids.ts';
import { createTestDatabase } from '../../testing/servers/database.ts';
import { prepareSchema } from '../prepare-schema.ts';

test('a database user without the right to create pg_trgm gets an error that says what to do', async () => {
  const socketDir = inject('socketDir');
  const name = `flux_${newId()}`;
  const admin = new pg.Client({ host: socketDir, user: 'postgres', database: 'postgres' });
  await admin.connect();
  await admin.query(`create role ${name} login`);
  await admin.query(`create database ${name}`);
  const inside = new pg.Client({ host: socketDir, user: 'postgres', database: name });
  await inside.connect();
  await inside.query(`grant create on schema public to ${name}`);
  const { db, close } = connect({
    url: `postgresql://${name}@localhost/${name}?host=${encodeURIComponent(socketDir)}`,
    poolSize: 1,
    onConnectionError: () => {},
  });
  try {
    const failed = prepareSchema(db);
    await expect(failed).rejects.toThrow(StartFailure);
    await expect(failed).rejects.toThrow(/CREATE EXTENSION pg_trgm;.*start Flux again\.$/);
    await inside.query('create extension pg_trgm');
    await prepareSchema(db);
    const { rows } = await inside.query(`select flux_fold('Ärger') as folded`);
    expect(rows).toEqual([{ folded: 'arger' }]);
  } finally {
    await close();
    await inside.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`drop role ${name}`);
    await admin.end();
  }
});

test('a new database has one active storage configuration and drops original uploads after a year', async () => {
  const database = await createTestDatabase();
  const { db, close } = connect({ ...database.target, poolSize: 1, onConnectionError: () => {} });
  try {
    const { rows } = await sql`select id, retention_days from storage_configs`.execute(db);
    expect(rows).toEqual([{ id: builtinStorageId, retention_days: 365 }]);
    for (const statement of [
      sql`insert into storage_active (config_id) values (${builtinStorageId})`,
      sql`insert into storage_active (singleton, config_id) values (false, ${builtinStorageId})`,
      sql`delete from storage_active`,
      sql`delete from storage_configs`,
      sql`update storage_active set config_id = 'nothing'`,
    ])
      await expect(statement.execute(db)).rejects.toThrow();
  } finally {
    await close();
    await database.drop();
  }
});
