import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { addApp } from '#server/testing/people/apps.ts';
import { endPlan } from '#server/testing/people/offline.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { changeUser, deleteUser } from '#shared/admin/admin.ts';
import { deleteApplication } from '#shared/apps/apps.ts';
import { changeMembership, deleteOrganization, handOverOrganization } from '#shared/orgs/orgs.ts';
import { deletePerson } from '../../privacy/delete-data.ts';
import { deleteSuspended } from '../../suspension/delete-suspended.ts';

let server: TestServer;
let run: string;
/** Owner, admin and member of Moon; root is an administrator of the server. */
let ada: Person;
let abe: Person;
let bob: Person;
let root: Person;
let moon: { id: string; name: string };

beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  run = newId();
  await signInAll();
  moon = await addOrganization(server, ada, {
    name: 'Moon',
    members: [
      [abe, 'admin'],
      [bob, 'member'],
    ],
  });
  await server.context.db.deleteFrom('mails').execute();
});
afterAll(() => server.close());

async function signInAll(): Promise<void> {
  [ada, abe, bob] = (await Promise.all(
    ['ada', 'abe', 'bob'].map((name) => signIn(server, `${name} ${run}`)),
  )) as [Person, Person, Person];
  root = await signIn(server, 'root', { role: 'admin' });
}

const mailRows = () =>
  server.context.db.selectFrom('mails').select(['to_address', 'subject', 'text']).execute();

/** Recipients and subjects, in the order of the addresses. */
async function mails(): Promise<[to: string, subject: string][]> {
  const rows = await mailRows();
  return rows.map((row): [string, string] => [row.to_address, row.subject]).sort();
}
async function textTo(who: Person): Promise<string> {
  const rows = await mailRows();
  return rows.find((row) => row.to_address === who.email)?.text ?? '';
}
const expected = (...all: [Person, string][]) =>
  all.map(([who, subject]): [string, string] => [String(who.email), subject]).sort();

describe('a handover', () => {
  const handOver = (who: Person, to: Person) =>
    who.call(handOverOrganization, { params: { id: moon.id }, body: { userId: to.id } });

  test('mails the new owner, with the number of applications', async () => {
    await addApp(server, bob, { organizationId: moon.id });
    await handOver(ada, bob);
    expect(await mails()).toEqual(expected([bob, 'You are now the owner of Moon']));
    expect(await textTo(bob)).toContain('the organization Moon, which has 1 application.');
  });

  test('mails both owners if an administrator does it', async () => {
    await handOver(root, bob);
    expect(await mails()).toEqual(
      expected([bob, 'You are now the owner of Moon'], [ada, 'You are no longer the owner of Moon']),
    );
  });

  test('mails nobody if it is refused', async () => {
    await expect(handOver(abe, abe)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(handOver(ada, ada)).rejects.toMatchObject({ code: 'conflict' });
    expect(await mails()).toEqual([]);
  });
});

describe('a removal', () => {
  const remove = (who: Person, userId: string) =>
    who.call(changeMembership, { body: { action: 'remove', organizationId: moon.id, userId } });

  test('mails the removed member, and none who leaves', async () => {
    await addApp(server, bob, { organizationId: moon.id });
    await remove(abe, bob.id);
    expect(await mails()).toEqual(expected([bob, 'You were removed from Moon']));
    expect(await textTo(bob)).toContain('Your application in it is still yours.');
    await remove(abe, abe.id);
    expect(await mails()).toHaveLength(1);
  });

  test('mails no unverified address', async () => {
    const { db } = server.context;
    await db.updateTable('users').set({ email_verified: false }).where('id', '=', bob.id).execute();
    await remove(ada, bob.id);
    expect(await mails()).toEqual([]);
  });

  test('mails a user whose assigned membership ends, and none whose own membership stays', async () => {
    const cleo = await signIn(server, `cleo ${run}`);
    const assign = (uid: string, organizationId: string | null) =>
      root.call(changeUser, { body: { uid, organizationId, organizationName: null } });
    for (const { id } of [cleo, bob]) {
      await assign(id, moon.id);
      await assign(id, null);
    }
    expect(await mails()).toEqual(expected([cleo, 'You were removed from Moon']));
  });
});

describe('a deletion', () => {
  const subject = 'The organization Moon was deleted';

  test('of an organization mails each member once, with what happened to their applications', async () => {
    await addApp(server, bob, { organizationId: moon.id, name: 'Pong' });
    await addApp(server, ada, { organizationId: moon.id, name: 'Mine' });
    const hidden = await addApp(server, bob, { organizationId: moon.id, name: 'Away' });
    const takenDown = { taken_down_at: server.clock.now(), taken_down_reason: 'No.' };
    await server.context.db.updateTable('apps').set(takenDown).where('id', '=', hidden.id).execute();
    await ada.call(deleteOrganization, { params: { id: moon.id }, query: { applications: 'delete' } });
    expect(await mails()).toEqual(expected([abe, subject], [bob, subject]));
    expect(await textTo(bob)).toContain('These applications of yours were deleted with it: Pong.');
    expect(await textTo(bob)).toContain('outside any organization: Away.');
    expect(await textTo(abe)).not.toContain('applications of yours');
  });

  test('with a move mails the other owner, too; this owner if an administrator does it', async () => {
    const cleo = await signIn(server, `cleo ${run}`);
    const mars = await addOrganization(server, cleo, { name: 'Mars' });
    await addApp(server, bob, { organizationId: moon.id, name: 'Pong' });
    const query = { applications: 'move', moveTo: mars.id } as const;
    await root.call(deleteOrganization, { params: { id: moon.id }, query });
    const all = [ada, abe, bob].map((who): [Person, string] => [who, subject]);
    expect(await mails()).toEqual(expected(...all, [cleo, 'Applications moved to Mars']));
    expect(await textTo(bob)).toContain(
      'These applications of yours are in the organization Mars now: Pong.',
    );
    expect(await textTo(cleo)).toContain('moved its applications to your organization Mars: Pong.');
  });

  test('that is refused mails nobody', async () => {
    await addApp(server, bob, { organizationId: moon.id });
    await expect(ada.call(deleteOrganization, { params: { id: moon.id } })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await mails()).toEqual([]);
  });

  test('of an application mails its owner if another user deletes it', async () => {
    const pong = await addApp(server, bob, { organizationId: moon.id, name: 'Pong' });
    const ping = await addApp(server, bob, { organizationId: moon.id, name: 'Ping' });
    await bob.call(deleteApplication, { params: { id: ping.id } });
    expect(await mails()).toEqual([]);
    await ada.call(deleteApplication, { params: { id: pong.id } });
    expect(await mails()).toEqual(expected([bob, 'Pong was deleted']));
  });

  test('of an account mails organization owners the applications they lose, unless they did it', async () => {
    await addApp(server, bob, { organizationId: moon.id, name: 'Pong' });
    const own = await addOrganization(server, root, { members: [[bob, 'member']] });
    await addApp(server, bob, { organizationId: own.id, name: 'Ping' });
    const left = await addOrganization(server, bob, { name: 'Mars' });
    await addApp(server, abe, { organizationId: left.id, name: 'Kept' });
    await root.call(deleteUser, { body: { uid: bob.id } });
    expect(await mails()).toEqual(
      expected([ada, 'Applications were deleted from Moon'], [abe, 'The organization Mars was deleted']),
    );
    expect(await textTo(ada)).toContain('its applications in the organization Moon: Pong.');
    expect(await textTo(ada)).not.toContain('bob');
    expect(await textTo(abe)).toContain('outside any organization: Kept.');
  });

  test('of an account by its user does the same', async () => {
    await addApp(server, bob, { organizationId: moon.id, name: 'Pong' });
    await deletePerson(server.context, bob.id);
    expect(await mails()).toEqual(expected([ada, 'Applications were deleted from Moon']));
  });

  test('thirty days after the end of a plan mails the members', async () => {
    await addApp(server, bob, { organizationId: moon.id, name: 'Pong' });
    await endPlan(server, ada);
    server.clock.advance(30 * 86_400_000);
    await signInAll();
    await server.context.db.deleteFrom('mails').execute();
    expect(await deleteSuspended(server.context, ada.id, new AbortController().signal)).toBe(true);
    expect(await mails()).toEqual(expected([abe, subject], [bob, subject]));
    expect(await textTo(bob)).toContain('because the subscription of its owner ended 30 days ago');
  });
});
