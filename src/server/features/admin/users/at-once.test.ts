import { afterAll, beforeAll, expect, test } from 'vitest';
import { countOf } from '#server/testing/measures/trials.ts';
import { somethingWaits } from '#server/testing/measures/waiting.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { changeUser, deleteUser, disableUser } from '#shared/admin/admin.ts';
import type { ErrorCode } from '#shared/contract/errors.ts';
import { lockUserAndAdmins } from '../../accounts/user-store.ts';

const rounds = countOf('races');

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const demote = (who: Person, other: Person) =>
  who.call(changeUser, { body: { uid: other.id, role: 'user' } });
const remove = (who: Person, other: Person) => who.call(deleteUser, { body: { uid: other.id } });
const disable = (who: Person, other: Person) =>
  who.call(disableUser, { params: { id: other.id }, body: { reason: 'First' } });

async function administrators(): Promise<string[]> {
  const rows = await server.context.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Exactly two administrators. */
async function pair(round: string): Promise<[Person, Person]> {
  await server.context.db.updateTable('users').set({ role: 'user' }).execute();
  return [
    await signIn(server, `One ${round}`, { role: 'admin', plan: null }),
    await signIn(server, `Two ${round}`, { role: 'admin', plan: null }),
  ];
}

/** The loser was signed out, is no longer an administrator, or would have been the last. */
const lost: ErrorCode[] = ['unauthenticated', 'forbidden', 'last_admin', 'not_found'];

test.each([
  ['demote each other', demote, demote],
  ['delete each other', remove, remove],
  ['disable each other', disable, disable],
  ['demote and delete each other', demote, remove],
  ['demote and disable each other', demote, disable],
  ['delete and disable each other', remove, disable],
] as const)('of two administrators who %s at the same time, one remains', async (what, first, second) => {
  for (let round = 0; round < rounds; round++) {
    const [one, two] = await pair(`${what} ${round}`);
    const results = await Promise.allSettled([first(one, two), second(two, one)]);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(lost).toContain(refused[0]?.reason.code);
    expect(await administrators()).toHaveLength(1);
  }
});

test.each([
  ['demotes', demote],
  ['deletes', remove],
  ['disables', disable],
] as const)('an administrator demoted during the wait %s nobody', async (what, act) => {
  const { db } = server.context;
  const [one, two] = await pair(`waiting, ${what}`);
  const third = await signIn(server, `Three, ${what}`, { role: 'admin', plan: null });
  const { first, second } = await db.transaction().execute(async (trx) => {
    await lockUserAndAdmins(trx, one.id);
    const first = demote(one, two);
    await somethingWaits(db);
    const second = act(two, third);
    second.catch(() => {});
    await somethingWaits(db, 2);
    return { first: [first], second: [second] };
  });
  await Promise.all(first);
  await expect(second[0]).rejects.toMatchObject({ code: 'forbidden', message: 'Admin access required' });
  expect((await administrators()).toSorted()).toEqual([one.id, third.id].toSorted());
});
