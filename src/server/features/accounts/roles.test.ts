import { afterAll, beforeAll, expect, test } from 'vitest';
import { getSession } from '#shared/accounts/accounts.ts';
import { whileDeadlocked } from '../../testing/measures/deadlock.ts';
import { countOf } from '../../testing/measures/trials.ts';
import { signIn } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { changeRole } from './roles.ts';

const rounds = countOf('races');

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test('a role change ends that user’s sessions only; an unchanged role ends none', async () => {
  const [ada, bob] = [await signIn(server, 'Ada'), await signIn(server, 'Bob')];
  await signIn(server, 'Somebody Else', { role: 'admin' });
  for (const [role, isSignedIn] of [
    ['user', true],
    ['admin', false],
  ] as const) {
    await changeRole(server.context, ada.id, role);
    expect((await ada.call(getSession)).user !== null).toBe(isSignedIn);
    expect((await bob.call(getSession)).user?.id).toBe(bob.id);
  }
  const again = await signIn(server, 'Ada');
  await changeRole(server.context, ada.id, 'user');
  expect((await again.call(getSession)).user).toBeNull();
});

test('concurrent demotions leave one administrator', async () => {
  const { db } = server.context;
  const people = await Promise.all(['One', 'Two', 'Three'].map((name) => signIn(server, name)));
  const ids = people.map(({ id }) => id);
  for (let round = 0; round < rounds; round++) {
    await db.updateTable('users').set({ role: 'user' }).where('id', 'not in', ids).execute();
    await db.updateTable('users').set({ role: 'admin' }).where('id', 'in', ids).execute();
    const results = await Promise.allSettled(ids.map((id) => changeRole(server.context, id, 'user')));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'last_admin' } }]);
    const left = db.selectFrom('users').select('id').where('role', '=', 'admin');
    expect(await left.execute()).toHaveLength(1);
  }
});

test('a role change that deadlocks with a sign-in is retried', async () => {
  const eve = await signIn(server, 'Eve');
  const changed = await whileDeadlocked(server.context.db, 'sessions', () =>
    changeRole(server.context, eve.id, 'admin'),
  );
  expect(changed).toBe(true);
  const log = server.context.db.selectFrom('audit_log').select('action').where('target_id', '=', eve.id);
  expect(await log.execute()).toEqual([{ action: 'user.role' }]);
});
