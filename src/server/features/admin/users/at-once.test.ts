import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeUser, deleteUser, disableUser } from '#shared/admin.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { type Person, signIn } from '../../../testing/people.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';

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

/** Two administrators and nobody else. */
async function pair(round: string): Promise<[Person, Person]> {
  await server.context.db.updateTable('users').set({ role: 'user' }).execute();
  return [
    await signIn(server, `One ${round}`, { role: 'admin', plan: null }),
    await signIn(server, `Two ${round}`, { role: 'admin', plan: null }),
  ];
}

/** Whoever lost was signed out, is no administrator any more, or would have been the last. */
const lost: ErrorCode[] = ['unauthenticated', 'forbidden', 'last_admin', 'not_found'];

test.each([
  ['demote each other', demote, demote],
  ['delete each other', remove, remove],
  ['disable each other', disable, disable],
  ['demote and delete each other', demote, remove],
  ['demote and disable each other', demote, disable],
  ['delete and disable each other', remove, disable],
] as const)('of two administrators who %s at once, one is left', async (what, first, second) => {
  for (let round = 0; round < 30; round++) {
    const [one, two] = await pair(`${what} ${round}`);
    const results = await Promise.allSettled([first(one, two), second(two, one)]);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(lost).toContain(refused[0]?.reason.code);
    expect(await administrators()).toHaveLength(1);
  }
});

test('who is demoted while they act acts before or not at all', async () => {
  for (let round = 0; round < 20; round++) {
    const [one, two] = await pair(`Third ${round}`);
    const third = await signIn(server, `Three ${round}`, { role: 'admin', plan: null });
    const [first, act] = await Promise.allSettled([demote(one, two), demote(two, third)]);
    expect(first.status).toBe('fulfilled');
    const left = await administrators();
    expect(left).toContain(one.id);
    expect(left.includes(third.id)).toBe(act.status === 'rejected');
  }
});
