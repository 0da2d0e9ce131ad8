import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { addApp } from '#server/testing/people/apps.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn, visitor } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { getSession } from '#shared/accounts/accounts.ts';
import { freshSignInMilliseconds } from '#shared/accounts/sign-in.ts';
import { type AdminUser, adminMessages, changeUser, deleteUser, listUsers } from '#shared/admin/admin.ts';
import { getApplication } from '#shared/apps/apps.ts';

let server: TestServer;
let root: Person;
beforeAll(async () => {
  server = await startServer();
  root = await signIn(server, 'Root', { role: 'admin' });
});
afterAll(() => server.close());

const list = (query: object = {}, who = root) => who.call(listUsers, { query });
const names = async (query: object) => (await list(query)).items.map(({ username }) => username);
const find = async (id: string): Promise<AdminUser | undefined> => (await list({ search: id })).items[0];
const setRole = (who: Person, uid: string, role: 'user' | 'admin') =>
  who.call(changeUser, { body: { uid, role } });
const remove = (who: Person, uid: string) => who.call(deleteUser, { body: { uid } });

describe('the list of accounts', () => {
  test('has the fields of section 3, newest first', async () => {
    server.clock.advance(1000);
    const ada = await signIn(server, 'Ada Lovelace');
    const own = await addOrganization(server, ada, { name: 'Engines' });
    server.clock.advance(1000);
    const other = await addOrganization(server, root, { name: 'Roots', members: [[ada, 'viewer']] });
    const [first] = (await list()).items;
    expect(first).toEqual({
      uid: ada.id,
      id: ada.id,
      email: ada.email,
      username: 'Ada Lovelace',
      role: 'user',
      provider: 'google.com',
      createdAt: first?.createdAt,
      lastLoginAt: first?.createdAt,
      updatedAt: first?.createdAt,
      organizationId: null,
      organizationName: null,
      memberOrganizations: [
        { id: own.id, name: 'Engines', isOwner: true },
        { id: other.id, name: 'Roots', isOwner: false },
      ],
      hasMoreOrganizations: false,
      disabled: null,
      can: { changeRole: true, delete: true, disable: true },
    });
    expect((await find(root.id))?.can).toEqual({
      changeRole: false,
      delete: false,
      disable: false,
      why: 'Cannot delete yourself',
    });
  });

  test('shows the first twenty of a user’s organizations', async () => {
    const joiner = await signIn(server, 'Joiner');
    for (let each = 0; each < 21; each++) {
      server.clock.advance(1);
      await addOrganization(server, root, { name: `Club ${each}`, members: [[joiner, 'member']] });
    }
    const found = await find(joiner.id);
    expect(found?.memberOrganizations).toHaveLength(20);
    expect(found?.memberOrganizations[0]?.name).toBe('Club 0');
    expect(found?.hasMoreOrganizations).toBe(true);
  });

  test('is searched by name and address without case and accents, and by id', async () => {
    const zoe = await signIn(server, 'Zoé Müller');
    const { db } = server.context;
    await db.updateTable('users').set({ email: 'Z.Mueller@Example.Test' }).where('id', '=', zoe.id).execute();
    for (const search of ['zoe', 'ZOÉ', 'muller zoé', 'z.mueller@example', 'mueller@', ' zo ', zoe.id])
      expect([search, await names({ search })]).toEqual([search, ['Zoé Müller']]);
    for (const search of ['zoe nobody', '%', '_zoe', newId()])
      expect([search, await names({ search })]).toEqual([search, []]);
  });

  test('is filtered by role, provider and state, together with a search', async () => {
    await signIn(server, 'Second Root', { role: 'admin' });
    expect(await names({ role: 'admin' })).toEqual(['Second Root', 'Root']);
    expect(await names({ role: 'admin', search: 'second' })).toEqual(['Second Root']);
    expect(await names({ role: 'user', search: 'root' })).toEqual([]);
    expect(await names({ provider: 'github.com' })).toEqual([]);
    expect(await names({ provider: 'google.com', search: 'second' })).toEqual(['Second Root']);
    expect(await names({ state: 'disabled' })).toEqual([]);
    expect(await names({ state: 'active', role: 'admin' })).toEqual(['Second Root', 'Root']);
  });

  test('has each account once over its pages', async () => {
    const all = (await list({ limit: 100 })).items.map(({ id }) => id);
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 2, cursor });
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(paged).toEqual(all);
    expect(all.length).toBeGreaterThan(4);
  });

  test.each([
    { role: 'owner' },
    { state: 'gone' },
    { limit: 0 },
    { limit: 101 },
    { cursor: 'x' },
    { provider: '<' },
    { q: 'ada' },
  ])('refuses %j', async (query) => {
    await expect(list(query)).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('the role of an account', () => {
  test('is changed immediately and signs the user out', async () => {
    const ada = await signIn(server, 'Rising');
    const { success, user } = await setRole(root, ada.id, 'admin');
    expect(success).toBe(true);
    expect(user).toMatchObject({ id: ada.id, role: 'admin' });
    expect((await ada.call(getSession)).user).toBeNull();
    const again = await signIn(server, 'Rising');
    await list({}, again);
    expect((await setRole(root, ada.id, 'user')).user.role).toBe('user');
    await expect(list({}, again)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('cannot be changed by oneself', async () => {
    for (const role of ['user', 'admin'] as const)
      await expect(setRole(root, root.id, role)).rejects.toMatchObject({
        code: 'forbidden',
        message: adminMessages.cannotChangeOwnRole,
      });
  });

  test('requires a recent sign-in, as does a deletion', async () => {
    const [old, victim] = [
      await signIn(server, 'Old Root', { role: 'admin' }),
      await signIn(server, 'Victim'),
    ];
    server.clock.advance(freshSignInMilliseconds);
    for (const attempt of [() => setRole(old, victim.id, 'admin'), () => remove(old, victim.id)])
      await expect(attempt()).rejects.toMatchObject({ code: 'fresh_sign_in_required' });
    expect(await find(victim.id)).toMatchObject({ role: 'user' });
    root = await signIn(server, 'Root', { role: 'admin' });
  });

  test('for an unknown account changes nothing', async () => {
    await expect(setRole(root, newId(), 'admin')).rejects.toMatchObject({ code: 'not_found' });
  });

  test.each([
    {},
    { role: 'owner' },
    { role: 'admin', organizationId: null },
    { role: 'admin', email: 'x@example.test' },
    { organizationId: 'x' },
  ])('refuses the body %j', async (fields) => {
    const uid = root.id;
    const answer = await root.fetch(changeUser.path, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uid, ...fields }),
    });
    expect(answer.json()).toMatchObject({ success: false, code: 'invalid_input' });
  });
});

describe('an account', () => {
  test('is deleted with all its content', async () => {
    const ada = await signIn(server, 'Leaving');
    const app = await addApp(server, ada, { isPublic: true });
    await addOrganization(server, ada, { name: 'Alone' });
    expect(await remove(root, ada.id)).toEqual({ success: true });
    expect(await find(ada.id)).toBeUndefined();
    expect((await ada.call(getSession)).user).toBeNull();
    await expect(visitor(server).call(getApplication, { params: { id: app.id } })).rejects.toMatchObject({
      code: 'app_not_found',
    });
    await expect(remove(root, ada.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('cannot be deleted here by oneself', async () => {
    await expect(remove(root, root.id)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'Cannot delete yourself',
    });
  });

  test('that owns organizations with other members is kept, and the response names them', async () => {
    const [owner, member] = [await signIn(server, 'Owning'), await signIn(server, 'Inside')];
    await addOrganization(server, owner, { name: 'Shared', members: [[member, 'member']] });
    await expect(remove(root, owner.id)).rejects.toMatchObject({
      code: 'conflict',
      message:
        'This user owns organizations that other people are members of: Shared. Hand them over, or delete them, first.',
      details: ['Shared'],
    });
    expect(await find(owner.id)).toBeDefined();
  });
});

test('a user who is no administrator is refused', async () => {
  const ada = await signIn(server, 'Curious');
  for (const [who, code] of [
    [visitor(server), 'unauthenticated'],
    [ada, 'forbidden'],
  ] as const) {
    await expect(who.call(listUsers)).rejects.toMatchObject({ code });
    await expect(who.call(changeUser, { body: { uid: ada.id, role: 'admin' } })).rejects.toMatchObject({
      code,
    });
    await expect(who.call(deleteUser, { body: { uid: root.id } })).rejects.toMatchObject({ code });
  }
  await expect(ada.call(listUsers)).rejects.toMatchObject({ message: 'Admin access required' });
});
