import { afterEach, beforeEach, expect, test } from 'vitest';
import { getOffline } from '#shared/offline.ts';
import { addApp } from '../testing/apps.ts';
import { openLifecycle, subjectsTo, type TestLifecycle } from '../testing/lifecycle.ts';
import { runMigrations } from '../testing/migrations.ts';
import { addOrganization } from '../testing/organizations.ts';
import { type Person, signIn } from '../testing/people.ts';
import { startServer, type TestServer } from '../testing/server.ts';

const day = 86_400_000;
const ended = 'Your Pro plan has ended';
let server: TestServer;
let lifecycle: TestLifecycle;
beforeEach(async () => {
  server = await startServer();
  lifecycle = await openLifecycle(server);
});
afterEach(async () => {
  await lifecycle.close();
  await server.close();
});

const migrate = () => runMigrations(server.context.db, (number) => number === 43);

async function writePlan({ id }: Person, status: 'active' | 'cancelled'): Promise<void> {
  const now = server.clock.now();
  await server.context.db
    .updateTable('subscriptions')
    .set({ status, current_period_ends_at: status === 'active' ? null : now, updated_at: now })
    .where('user_id', '=', id)
    .execute();
  await lifecycle.reconcileDue();
}

/** Whose plan ended with an application, and who had an organization after that, as it was possible once. */
async function lateOwner(name: string): Promise<Person> {
  const person = await signIn(server, name, { plan: 'pro' });
  await lifecycle.reconcileDue();
  await addApp(server, person, { isPublic: true });
  await writePlan(person, 'cancelled');
  await addOrganization(server, person);
  return person;
}

/** All that went offline then was deleted. */
async function forgetOffline({ id }: Person): Promise<void> {
  const { db } = server.context;
  await db.deleteFrom('apps').where('owner_id', '=', id).execute();
  await db
    .updateTable('subscription_lives')
    .set({ stage: 'deleted', offline_since: null, deletes_at: null, warned: null, due_at: null })
    .where('user_id', '=', id)
    .execute();
}

async function organizationsOf({ id }: Person) {
  const query = server.context.db
    .selectFrom('organizations')
    .select('offline_since')
    .where('owner_id', '=', id);
  return (await query.execute()).map(({ offline_since: since }) => since?.toISOString() ?? 'online');
}

test('an organization that came after the end of the plan is offline with all else, and is deleted after warnings', async () => {
  const ada = await lateOwner('Ada');
  const { since: first } = (await ada.call(getOffline)).offline ?? {};
  await server.context.db
    .updateTable('subscription_lives')
    .set({ warned: 'day', deletes_at: new Date(server.clock.now().getTime() + day) })
    .where('user_id', '=', ada.id)
    .execute();
  expect(await organizationsOf(ada)).toEqual(['online']);
  await migrate();
  expect(await organizationsOf(ada)).toEqual([first]);
  const { offline } = await ada.call(getOffline);
  expect(offline).toMatchObject({ applications: 1, organizations: 1, since: first });
  expect(Date.parse(offline?.deletionAt ?? '')).toBeGreaterThan(server.clock.now().getTime() + 29 * day);
  await lifecycle.pass(31);
  expect(await organizationsOf(ada)).toEqual([]);
  expect(await subjectsTo(server, ada)).toEqual([
    ended,
    'What you published is deleted in a week',
    'What you published is deleted tomorrow',
    'What you published was deleted',
  ]);
});

test('it is back with a plan, also with one that nobody has looked at yet', async () => {
  const ada = await lateOwner('Ada');
  await migrate();
  await writePlan(ada, 'active');
  expect(await organizationsOf(ada)).toEqual(['online']);
  const bob = await lateOwner('Bob');
  await server.context.db
    .updateTable('subscriptions')
    .set({ status: 'active', current_period_ends_at: null })
    .where('user_id', '=', bob.id)
    .execute();
  await migrate();
  await lifecycle.reconcileDue();
  expect(await organizationsOf(bob)).toEqual(['online']);
  expect((await bob.call(getOffline)).offline).toBeNull();
});

test('of whom all else was deleted the plan ends once more, and is told', async () => {
  const ada = await lateOwner('Ada');
  await forgetOffline(ada);
  await migrate();
  // The database goes by its own clock, and the one of the tests stands still.
  await lifecycle.pass(0.5);
  const { offline } = await ada.call(getOffline);
  expect(offline).toMatchObject({ applications: 0, organizations: 1 });
  expect(await organizationsOf(ada)).toEqual([offline?.since]);
  expect(await subjectsTo(server, ada)).toEqual([ended, ended]);
});

test('nobody else is touched: who has a plan, never had one, administers, or owns none', async () => {
  const others = [
    await signIn(server, 'Pat', { plan: 'pro' }),
    await signIn(server, 'Nia', { plan: null }),
    await signIn(server, 'Root', { role: 'admin', plan: 'pro' }),
  ];
  const [, , root] = others;
  for (const person of others) await addOrganization(server, person);
  if (root) {
    await writePlan(root, 'cancelled');
    await forgetOffline(root);
  }
  const gone = await lateOwner('Gone');
  await forgetOffline(gone);
  await server.context.db.deleteFrom('organizations').where('owner_id', '=', gone.id).execute();
  const lives = () =>
    server.context.db.selectFrom('subscription_lives').selectAll().orderBy('user_id').execute();
  const before = await lives();
  await migrate();
  expect(await lives()).toEqual(before);
  await lifecycle.pass(0.5);
  for (const person of others) expect(await organizationsOf(person)).toEqual(['online']);
});
