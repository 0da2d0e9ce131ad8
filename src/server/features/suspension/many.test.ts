import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tables } from '../../db/schema.ts';
import { readingFew } from '../../testing/measures/rows-read.ts';
import { inFewStatements } from '../../testing/measures/statements.ts';
import { type Person, signIn } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { removeAppsFrom } from '../apps/of-organization/remove-apps.ts';
import { deleteSuspendedApp } from '../apps/suspension.ts';
import { findSuspended, findSuspensionTimes } from './find-suspended.ts';
import { restore } from './restore.ts';
import { suspend } from './suspend.ts';

/** Applications, and organizations; all the applications are in the first of those. */
const many = 3_000;

let server: TestServer;
let ada: Person;
let organizationId: string;
beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'Ada');
  const made = `(select n, translate(lpad(n::text, 25, '0'), '0123456789', 'abcdefghij') as letters
    from generate_series(1, ${many}) as n) as made`;
  await withoutTriggers(async (trx) => {
    await sql`insert into organizations (id, name, owner_id, created_at, updated_at)
      select 'o' || letters, 'Moon', ${ada.id}, now(), now() from ${sql.raw(made)}`.execute(trx);
    const first = await trx.selectFrom('organizations').select('id').orderBy('id').executeTakeFirstOrThrow();
    organizationId = first.id;
    await sql`insert into apps
      (id, owner_id, organization_id, name, description, is_public, theme, active_version_id, created_at, updated_at)
      select 'a' || letters, ${ada.id}, ${organizationId}, 'App', '', true, 'vanilla', 'v' || letters, now(), now()
      from ${sql.raw(made)}`.execute(trx);
    await trx
      .updateTable('subscriptions')
      .set({ status: 'cancelled' })
      .where('user_id', '=', ada.id)
      .execute();
  });
});
afterAll(() => server.close());

/** Without the triggers, whose work per row is not tested here. */
function withoutTriggers<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return server.context.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    return work(trx);
  });
}

test('any number of applications is suspended and restored in a few statements', async () => {
  await withoutTriggers((all) => inFewStatements(all, (trx) => suspend(trx, ada.id, server.clock.now())));
  expect(await findSuspended(server.context.db, ada.id)).toMatchObject({
    applications: many,
    organizations: many,
  });
  await withoutTriggers((all) => inFewStatements(all, (trx) => restore(trx, ada.id)));
  expect(await findSuspended(server.context.db, ada.id)).toBeNull();
});

test('any number of applications leaves an organization in a few statements', async () => {
  await withoutTriggers((all) => inFewStatements(all, (trx) => removeAppsFrom(trx, organizationId)));
  const left = await server.context.db
    .selectFrom('apps')
    .select('id')
    .where('organization_id', 'is not', null)
    .limit(1)
    .execute();
  expect(left).toEqual([]);
});

test('a deletion step reads few suspended rows', async () => {
  await withoutTriggers((trx) => suspend(trx, ada.id, server.clock.now()));
  await readingFew(server.context.db, ['apps', 'organizations'], async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    expect(await findSuspensionTimes(trx, ada.id)).not.toBeNull();
    expect(await deleteSuspendedApp(trx, ada.id)).toBe(true);
  });
});
