import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { StartFailure } from '../lifecycle/start-failure.ts';
import { connect } from '../platform/db/connect.ts';
import { migrate } from '../platform/db/migrate.ts';
import { newId } from '../platform/ids.ts';

test('a database whose user may not load pg_trgm is told of in a sentence that says what to do', async () => {
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
    const failed = migrate(db, import.meta.dirname);
    await expect(failed).rejects.toThrow(StartFailure);
    await expect(failed).rejects.toThrow(/CREATE EXTENSION pg_trgm;.*start Flux again\.$/);
    await inside.query('create extension pg_trgm');
    await migrate(db, import.meta.dirname);
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
