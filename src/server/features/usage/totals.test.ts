import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { builtinStorageId } from '#shared/storage/storage.ts';
import { newId } from '../../platform/ids.ts';
import { addApp } from '../../testing/people/apps.ts';
import { addOrganization } from '../../testing/people/organizations.ts';
import { signIn } from '../../testing/people/people.ts';
import { secondServer } from '../../testing/servers/second-server.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { insertVersion } from '../publishing/versions/store.ts';
import { insertEncodings, noDictionary, touchBlobs } from '../storage/store.ts';
import { listTotals, readStored } from './store.ts';
import { foldUsage } from './write.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

/** The total that counts each table; `null` for tables without user data. */
const tables: Record<string, string | null> = {
  users: 'users',
  identities: 'identities',
  sessions: 'sessions',
  organizations: 'organizations',
  organization_members: 'organization members',
  organization_invitations: 'invitations',
  apps: 'applications',
  versions: 'versions',
  thumbnails: 'thumbnails',
  uploads: 'uploads',
  subscriptions: 'subscriptions',
  mails: 'mails',
  audit_log: 'audit log',
  storage_configs: 'storage configurations',
  reports: 'reports',
  support_requests: 'support requests',
  // Counted by their endings.
  version_files: null,
  // Counted as storage.
  blobs: null,
  blob_encodings: null,
  // How Flux works.
  sign_in_attempts: null,
  payment_customers: null,
  redemption_history: null,
  processed_events: null,
  payment_attempts: null,
  payment_sandbox_objects: null,
  payment_sandbox_events: null,
  payment_sandbox_requests: null,
  subscription_lifecycles: null,
  lifecycle_notifications: null,
  organization_invitation_mails: null,
  missing_files: null,
  packed_files: null,
  delta_attempts: null,
  delta_requests: null,
  compression_days: null,
  gzip_checks: null,
  search_terms: null,
  search_terms_to_check: null,
  blob_sweep: null,
  compression_requests: null,
  // Counted as what there is to decide.
  reported_apps: null,
  submissions: null,
  test_clock: null,
  storage_active: null,
  storage_totals: null,
  storage_moves: null,
  storage_damaged_files: null,
  usage_totals: null,
  usage_deltas: null,
  usage_days: null,
  kysely_migration: null,
  kysely_migration_lock: null,
};

async function counted(): Promise<Record<string, number>> {
  const { db } = server.context;
  const { files, bytes } = await readStored(db);
  const stored = [
    { name: 'stored files', amount: files },
    { name: 'stored bytes', amount: bytes },
  ];
  const totals = [...(await listTotals(db)), ...stored];
  return Object.fromEntries(
    totals.filter(({ amount }) => amount !== 0).map(({ name, amount }) => [name, amount]),
  );
}

/** The same by looking at every row. */
async function real(): Promise<Record<string, number>> {
  const counts = Object.entries(tables).flatMap(([table, name]) =>
    name === null ? [] : [sql`select ${`rows/${name}`} as name, count(*) as amount from ${sql.table(table)}`],
  );
  const { rows } = await sql<{ name: string; amount: number }>`
    ${sql.join(counts, sql` union all `)}
    union all select 'files/' || coalesce(substring(path from '\\.[a-z]+$'), 'other'), count(*) from version_files
      where not is_alias group by 1
    union all select 'stored files', count(*) from blob_encodings
    union all select 'stored bytes', coalesce(sum(size), 0)::bigint from blob_encodings`.execute(
    server.context.db,
  );
  return Object.fromEntries(
    rows.filter(({ amount }) => amount !== 0).map(({ name, amount }) => [name, amount]),
  );
}

test('every table is counted, or known not to be', async () => {
  const { rows } = await server.context.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  expect(rows.map(({ name }) => name).filter((name) => !(name in tables))).toEqual([]);
});

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const endings = ['.data', '.wasm', '.js', '.png', ''];

/** A version with files, whose blobs have forms. */
async function addFiles({ context }: TestServer, appId: string, ownerId: string, count: number) {
  const names = Array.from({ length: count }, () => newId());
  const blobs = names
    .map((name) => ({ sha256: sha256(name), size: name.length }))
    .sort((a, b) => Buffer.compare(a.sha256, b.sha256));
  await touchBlobs(context.db, blobs, context.clock.now());
  await context.db.transaction().execute(async (trx) => {
    const forms = blobs.map((blob) => ({
      ...blob,
      encoding: 'identity' as const,
      dictionary: noDictionary,
      stored_sha256: blob.sha256,
    }));
    await insertEncodings(
      trx,
      forms.map((form) => ({ ...form, key: form.sha256.toString('hex'), storage_id: builtinStorageId })),
      context.clock.now(),
    );
    await insertVersion(
      trx,
      {
        id: newId(),
        appId,
        number: newId(),
        changelog: '',
        fileName: 'game.zip',
        fileSize: 1,
        originalSha256: sha256(names[0] ?? '').toString('hex'),
        report: { ...(await reportOf(context)), fileCount: count },
        uploadedBy: ownerId,
        uploadedAt: context.clock.now(),
      },
      names.map((name, index) => ({
        path: `a/${name}${endings[index % endings.length]}`,
        sha256: sha256(name).toString('hex'),
        size: name.length,
        contentType: 'text/plain',
        role: null,
        encodable: false,
        ...(index % 7 === 0 && { isAlias: true }),
      })),
    );
  });
}

async function reportOf({ db }: TestServer['context']) {
  return (await db.selectFrom('versions').select('report').limit(1).executeTakeFirstOrThrow()).report;
}

/** Two that wait for one another are a case of work that is rolled back. */
async function unlessDeadlocked(work: Promise<unknown>): Promise<void> {
  await work.catch((error: { code?: unknown }) => {
    if (error.code !== '40P01') throw error;
  });
}

test('after concurrent changes and rollbacks, totals equal a count of all rows', async () => {
  const people = await Promise.all(['Ada', 'Bob', 'Eve'].map((name) => signIn(server, name)));
  const apps: { id: string; ownerId: string }[] = [];
  for (const person of people) apps.push(await addApp(server, person));
  const second = secondServer(server, 3);
  const other: TestServer = { ...server, context: second };
  const pick = <T>(from: readonly T[], at: number): T => {
    const found = from[at % from.length];
    if (found === undefined) throw new Error('There is none.');
    return found;
  };
  const steps: ((on: TestServer, at: number) => Promise<unknown>)[] = [
    (on, at) => signIn(on, `Somebody ${at}`),
    (on, at) => addOrganization(on, pick(people, at), { members: [[pick(people, at + 1), 'member']] }),
    async (on, at) => apps.push(await addApp(on, pick(people, at))),
    (on, at) => {
      const { id, ownerId } = pick(apps, at);
      return addFiles(on, id, ownerId, 1 + (at % 40)).catch(() => {});
    },
    (on, at) => on.context.db.deleteFrom('apps').where('id', '=', pick(apps, at).id).execute(),
    (on) => on.context.db.deleteFrom('sessions').execute(),
    (on, at) =>
      on.context.db.deleteFrom('organizations').where('owner_id', '=', pick(people, at).id).execute(),
    (on) =>
      on.context.db
        .updateTable('blob_encodings')
        .set({ size: sql`size + 3` })
        .where(sql<boolean>`get_byte(sha256, 0) < 100`)
        .execute()
        .catch(() => {}),
    (on) =>
      on.context.db
        .deleteFrom('blob_encodings')
        .where(sql<boolean>`get_byte(sha256, 0) > 200`)
        .execute()
        .catch(() => {}),
    async (on, at) => {
      const rollback = on.context.db.transaction().execute(async (trx) => {
        await trx.deleteFrom('versions').where('app_id', '=', pick(apps, at).id).execute();
        await trx.deleteFrom('sessions').execute();
        throw new Error('Rolled back.');
      });
      await rollback.catch(() => {});
    },
    (on) => foldUsage(on.context),
  ];
  const step = fc.tuple(fc.nat({ max: steps.length - 1 }), fc.boolean(), fc.nat({ max: 10_000 }));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 6 }), { maxLength: 4 }), async (rounds) => {
      for (const round of rounds) {
        await Promise.all(
          round.map(([kind, onSecond, at]) =>
            unlessDeadlocked(pick(steps, kind)(onSecond ? other : server, at)),
          ),
        );
        expect(await counted()).toEqual(await real());
      }
    }),
    { numRuns: 25 },
  );
  await second.db.destroy();
});

test('ten thousand files of a version are counted by a few rows', async () => {
  const ada = await signIn(server, 'Ada');
  const { id } = await addApp(server, ada);
  await foldUsage(server.context);
  await addFiles(server, id, ada.id, 10_000);
  const { rows } = await server.context.pool.query('select name from usage_deltas');
  expect(rows.length).toBeLessThan(100);
  expect(await counted()).toEqual(await real());
  await server.context.db.deleteFrom('apps').where('id', '=', id).execute();
  expect(await counted()).toEqual(await real());
});

test('no writer waits for other writers or a fold', async () => {
  const ada = await signIn(server, 'Ada');
  const second = secondServer(server, 2);
  await server.context.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('sessions').where('user_id', '=', ada.id).execute();
    await foldUsage(second);
    await addApp({ ...server, context: second }, ada);
    await foldUsage(second);
  });
  expect(await counted()).toEqual(await real());
  await second.db.destroy();
});
