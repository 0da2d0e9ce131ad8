import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { addApp } from '#server/testing/people/apps.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn, type Visitor, visitor } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { countApplications, listCreators, listListedOrganizations } from '#shared/apps/app-list.ts';
import { getApplication, listApplications } from '#shared/apps/apps.ts';

let server: TestServer;
let ada: Person;
let bob: Person;
let admin: Person;
let anyone: Visitor;
let moon: string;
let secret: string;

beforeAll(async () => {
  server = await startServer();
  [ada, bob, admin] = await Promise.all([
    signIn(server, 'Ada'),
    signIn(server, 'bob'),
    signIn(server, 'admin', { role: 'admin' }),
  ]);
  anyone = visitor(server);
  moon = await organization('Mönd', true);
  secret = await organization('Secret', false);
  await organization('Empty', true);
  await addApp(server, ada, { name: 'In moon', isPublic: true, organizationId: moon });
  await addApp(server, ada, { name: 'In secret', isPublic: true, organizationId: secret });
  await addApp(server, bob, { name: 'Hidden', organizationId: moon });
});
afterAll(() => server.close());

async function organization(name: string, isPublic: boolean): Promise<string> {
  return (await addOrganization(server, ada, { name, isPublic })).id;
}

const creators = async (who: Visitor, query = {}) =>
  (await who.call(listCreators, { query })).items.map(({ username }) => username);
const organizations = async (who: Visitor, query = {}) =>
  (await who.call(listListedOrganizations, { query })).items.map(({ name }) => name);
const apps = async (who: Visitor, query: object) =>
  (await who.call(listApplications, { query })).items.map(({ name }) => name).sort();
const count = (who: Visitor, query = {}) => who.call(countApplications, { query });

test('creators are those whose apps the viewer sees, by name without case', async () => {
  expect(await creators(anyone)).toEqual(['Ada']);
  // Bob’s is private, in an organization of hers.
  expect(await creators(ada)).toEqual(['Ada', 'bob']);
  expect(await creators(bob)).toEqual(['Ada', 'bob']);
  expect(await creators(admin)).toEqual(['Ada', 'bob']);
  expect(await creators(admin, { q: 'OB' })).toEqual([]);
  expect(await creators(admin, { q: 'BOB' })).toEqual(['bob']);
  expect(await creators(anyone, { q: 'bob' })).toEqual([]);
});

test('organizations are those the viewer may know and sees apps of', async () => {
  expect(await organizations(anyone)).toEqual(['Mönd']);
  expect(await organizations(bob)).toEqual(['Mönd']);
  expect(await organizations(ada)).toEqual(['Mönd', 'Secret']);
  expect(await organizations(admin)).toEqual(['Mönd', 'Secret']);
  expect(await organizations(ada, { q: 'mond' })).toEqual(['Mönd']);
  expect((await anyone.call(listListedOrganizations)).items).toEqual([
    {
      id: moon,
      _id: moon,
      name: 'Mönd',
      owner: { uid: expect.any(String), displayName: expect.any(String) },
    },
  ]);
});

test('filters apply to the list and its count, together and with a search', async () => {
  for (const [who, query, expected] of [
    [anyone, { organization: moon }, ['In moon']],
    [bob, { organization: moon }, ['Hidden', 'In moon']],
    [bob, { organization: moon, creator: bob.id }, ['Hidden']],
    [bob, { organization: moon, creator: bob.id, q: 'moon' }, []],
    [anyone, { creator: ada.id, q: 'moon' }, ['In moon']],
    [anyone, { creator: bob.id }, []],
    [anyone, { creator: ada.id }, ['In moon', 'In secret']],
    [ada, { filter: 'my-apps', q: 'in' }, ['In moon', 'In secret']],
    [bob, { filter: 'my-apps', creator: ada.id }, []],
    [anyone, { organization: '', creator: '', q: ' ' }, ['In moon', 'In secret']],
    [anyone, { organization: newId() }, []],
  ] as [Visitor, object, string[]][]) {
    expect([query, await apps(who, query)]).toEqual([query, expected]);
    expect([query, await count(who, query)]).toEqual([query, { count: expected.length, exact: true }]);
  }
});

test('a private organization is not named to strangers, on cards, pages or by a filter', async () => {
  for (const stranger of [anyone, bob]) {
    const [card] = (await stranger.call(listApplications, { query: { q: 'In secret' } })).items;
    expect(card).toMatchObject({ name: 'In secret', organizationId: null, organization: null });
    const shown = await stranger.call(getApplication, { params: { id: card?.id ?? '' } });
    expect(shown).toMatchObject({ organizationId: null, organization: null });
    expect(await apps(stranger, { organization: secret })).toEqual([]);
    expect(await count(stranger, { organization: secret })).toEqual({ count: 0, exact: true });
  }
  for (const who of [ada, admin]) {
    const [card] = (await who.call(listApplications, { query: { q: 'In secret' } })).items;
    expect(card?.organization).toEqual({ id: secret, _id: secret, name: 'Secret' });
    expect(await apps(who, { organization: secret })).toEqual(['In secret']);
  }
});

test('members find, count and filter its private apps, except pending ones', async () => {
  const [cleo, dora] = [await signIn(server, 'cleo'), await signIn(server, 'dora')];
  const members = [
    [cleo, 'viewer'],
    [dora, 'admin'],
  ] as const;
  const own = await addOrganization(server, bob, { name: 'Members only', members });
  await addApp(server, bob, { name: 'Inside job', organizationId: own.id });
  await addApp(server, bob, { name: 'Inside waits', organizationId: own.id, isApproved: false });
  for (const [who, expected] of [
    [cleo, ['Inside job']],
    [dora, ['Inside job', 'Inside waits']],
    [bob, ['Inside job', 'Inside waits']],
    [admin, ['Inside job', 'Inside waits']],
    [ada, []],
    [anyone, []],
  ] as [Visitor, string[]][]) {
    for (const query of [
      { organization: own.id },
      { organization: own.id, creator: bob.id },
      { organization: own.id, q: 'inside' },
    ]) {
      expect([query, await apps(who, query)]).toEqual([query, expected]);
      expect([query, await count(who, query)]).toEqual([query, { count: expected.length, exact: true }]);
    }
    expect(await apps(who, { q: 'inside' })).toEqual(expected);
    // Administrators see all apps, but only public and own ones provide spelling suggestions.
    if (who !== admin) expect(await apps(who, { q: 'insode' })).toEqual(expected);
    expect((await apps(who, { limit: 100 })).filter((name) => name.startsWith('Inside'))).toEqual(expected);
    expect((await apps(who, { creator: bob.id })).filter((name) => name.startsWith('Inside'))).toEqual(
      expected,
    );
    expect((await organizations(who)).includes('Members only')).toBe(expected.length > 0);
  }
  const [card] = (await cleo.call(listApplications, { query: { organization: own.id } })).items;
  expect(card).toMatchObject({
    organization: { id: own.id, name: 'Members only' },
    shareUrl: null,
    approval: null,
    can: { edit: false, update: false, delete: false, approve: false },
  });
  expect(await creators(cleo, { q: 'bob' })).toEqual(['bob']);
  expect(await apps(cleo, { filter: 'my-apps' })).toEqual([]);
});

test('the pages have each name once, including equal names', async () => {
  const names = ['zoe', 'Zoé', 'ZOE', 'zed', 'Жанна', 'Γιώργος', 'zoë', 'a'.repeat(80)];
  for (const name of names) await addApp(server, await signIn(server, name), { isPublic: true });
  const all = (await anyone.call(listCreators, { query: { limit: 100 } })).items;
  expect(all).toHaveLength(names.length + 1);
  for (const limit of [1, 2, 3]) {
    const paged = [];
    let cursor: string | undefined;
    do {
      const page = await anyone.call(listCreators, { query: { limit, cursor } });
      paged.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(paged).toEqual(all);
  }
  expect((await creators(anyone, { q: 'ZOÉ' })).sort()).toEqual(['ZOE', 'zoe', 'zoë', 'Zoé'].sort());
  expect(await creators(anyone, { q: 'жан' })).toEqual(['Жанна']);
  expect(await creators(anyone, { q: 'ΓΙΩΡΓΟΣ' })).toEqual(['Γιώργος']);
});

test.each([
  'creators?cursor=x',
  'creators?cursor=WyJhIiwxXQ',
  'creators?limit=0',
  'creators?filter=my-apps',
  `creators?q=${'a'.repeat(201)}`,
  'organizations?cursor=%00',
  'organizations?userId=x',
  'count?limit=1',
  'count?creator=%00',
  'count?cursor=x',
  'count?filter=others',
  `count?q=${'a'.repeat(201)}`,
])('%s is refused as invalid', async (path) => {
  const answer = await anyone.fetch(`/api/applications/${path}`);
  expect([answer.status, answer.json()]).toMatchObject([400, { code: 'invalid_input' }]);
});

test('a visitor has no own apps to count', async () => {
  await expect(count(anyone, { filter: 'my-apps' })).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(countApplications.errors).toContain('unauthenticated');
});
