import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  deleteApplication,
  getApplication,
  listApplications,
  renewShareKey,
  switchOffShareKey,
  updateApplication,
} from '#shared/apps/apps.ts';
import { newId } from '../../platform/ids.ts';
import { addApp } from '../../testing/people/apps.ts';
import { type Person, signIn, type Visitor, visitor } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';

let server: TestServer;
let ada: Person;
let bob: Person;
let admin: Person;

beforeAll(async () => {
  server = await startServer();
  [ada, bob, admin] = await Promise.all([
    signIn(server, 'ada'),
    signIn(server, 'bob'),
    signIn(server, 'admin', { role: 'admin' }),
  ]);
});
afterAll(() => server.close());

const edit = (who: Visitor, id: string, body: object) =>
  who.call(updateApplication, { params: { id }, body: body as never });

const rowOf = async (id: string) =>
  (await server.context.pool.query('select * from apps where id = $1', [id])).rows[0];

describe('editing', () => {
  test('changes the given fields only, for the owner and admins', async () => {
    const app = await addApp(server, ada, { name: 'Pong', description: 'Old' });
    server.clock.advance(1000);
    const first = await edit(ada, app.id, { name: ' Ping ', isPublic: 'true' });
    expect(first).toMatchObject({ name: 'Ping', description: 'Old', isPublic: true, theme: 'vanilla' });
    expect(first.updatedAt).toBe(server.clock.now().toISOString());
    expect(first.createdAt).toBe(app.createdAt.toISOString());
    const second = await edit(admin, app.id, { description: '', theme: 'dark', isPublic: false });
    expect(second).toMatchObject({ name: 'Ping', description: '', isPublic: false, theme: 'dark' });
    expect(second).toMatchObject(await admin.call(getApplication, { params: { id: app.id } }));
    expect(second.uploadedBy).toBe(ada.id);
  });

  test('ignores fields the server sets: the picture and the time of change', async () => {
    const app = await addApp(server, ada);
    server.clock.advance(1000);
    const body = {
      name: 'Own',
      thumbnailUrl: 'https://evil.example/a.png',
      updatedAt: '1999-01-01T00:00:00Z',
    };
    const changed = await edit(ada, app.id, body);
    expect(changed).toMatchObject({ name: 'Own', thumbnailUrl: null, thumbnailLargeUrl: null });
    expect(changed.updatedAt).toBe(server.clock.now().toISOString());
  });

  test('accepts a form, too', async () => {
    const app = await addApp(server, ada);
    const answer = await ada.fetch(`/api/applications/${app.id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: '--b\r\ncontent-disposition: form-data; name="name"\r\n\r\nBy form\r\n--b--\r\n',
    });
    expect(answer.status).toBe(200);
    expect(await rowOf(app.id)).toMatchObject({ name: 'By form' });
  });

  test.each([
    [{ name: '  ' }, { name: 'Application name is required' }],
    [{ name: null }, { name: 'Application name is required' }],
    [{ name: 'x'.repeat(121) }, { name: 'Please keep the name under 120 characters' }],
    [{ theme: 'neon' }, { theme: expect.any(String) }],
    [{ organizationId: newId() }, { organizationId: 'Please select an organization' }],
    [{ organizationId: '' }, { organizationId: 'Please select an organization' }],
    [{ ownerId: newId() }, { ownerId: 'This field is not known here.' }],
    [{ activeVersionId: newId() }, { activeVersionId: 'This field is not known here.' }],
    [{ shareKey: 'x' }, { shareKey: 'This field is not known here.' }],
  ])('refuses %j and changes nothing', async (body, fields) => {
    const app = await addApp(server, ada);
    const before = await rowOf(app.id);
    await expect(edit(ada, app.id, { description: 'New', ...body })).rejects.toMatchObject({
      code: 'invalid_input',
      fields,
    });
    expect(await rowOf(app.id)).toEqual(before);
  });
});

describe('deleting', () => {
  test('removes the app from all lists and addresses, with its versions', async () => {
    for (const who of [ada, admin]) {
      const app = await addApp(server, ada, { isPublic: true });
      expect(await who.call(deleteApplication, { params: { id: app.id } })).toEqual({ success: true });
      const { items } = await visitor(server).call(listApplications, { query: { limit: 100 } });
      expect(items.map((card) => card.id)).not.toContain(app.id);
      for (const path of [`/api/applications/${app.id}`, `/serve/${app.id}`])
        expect((await ada.fetch(path)).status).toBe(404);
      const { rows } = await server.context.pool.query('select 1 from versions where app_id = $1', [app.id]);
      expect(rows).toEqual([]);
      await expect(who.call(deleteApplication, { params: { id: app.id } })).rejects.toMatchObject({
        code: 'app_not_found',
      });
    }
  });
});

describe('share links', () => {
  const keyOf = (shareUrl: string | null) => new URL(shareUrl ?? '').searchParams.get('key') ?? '';
  const opens = async (id: string, key: string) =>
    (await visitor(server).fetch(`/api/applications/${id}?key=${key}`)).status === 200;

  test('a renewed key works and the former does not, repeatedly', async () => {
    const app = await addApp(server, ada);
    let earlier = app.shareKey;
    for (const who of [ada, admin, ada]) {
      const { shareUrl } = await who.call(renewShareKey, { params: { id: app.id } });
      const key = keyOf(shareUrl);
      expect(key).toMatch(/^[\w-]{43}$/);
      expect([await opens(app.id, key), await opens(app.id, earlier)]).toEqual([true, false]);
      expect((await ada.call(getApplication, { params: { id: app.id } })).shareUrl).toBe(shareUrl);
      earlier = key;
    }
  });

  test('disabled, no key works; renewing enables it with another key', async () => {
    const app = await addApp(server, ada);
    for (let round = 0; round < 2; round += 1)
      expect(await ada.call(switchOffShareKey, { params: { id: app.id } })).toEqual({ success: true });
    expect((await ada.call(getApplication, { params: { id: app.id } })).shareUrl).toBeNull();
    for (const key of [app.shareKey, '', 'null']) expect(await opens(app.id, key)).toBe(false);
    const { shareUrl } = await ada.call(renewShareKey, { params: { id: app.id } });
    expect(keyOf(shareUrl)).not.toBe(app.shareKey);
    expect(await opens(app.id, keyOf(shareUrl))).toBe(true);
  });

  test('a public app’s link has no key, and a later key is new', async () => {
    const app = await addApp(server, ada, { isPublic: true });
    const { shareUrl } = await ada.call(renewShareKey, { params: { id: app.id } });
    expect(shareUrl).toBe(`${server.context.config.publicUrl}/play/${app.id}`);
    const closed = await edit(ada, app.id, { isPublic: false });
    expect(keyOf(closed.shareUrl)).not.toBe(app.shareKey);
    expect(await opens(app.id, keyOf(closed.shareUrl))).toBe(true);
  });

  test('a paused link differs from a disabled one, and renewing is offered if possible', async () => {
    const at = server.clock.now();
    const set = (id: string, facts: object) =>
      server.context.db.updateTable('apps').set(facts).where('id', '=', id).execute();
    const asleep = [
      { is_approved: false },
      { taken_down_at: at, taken_down_reason: 'Not here.' },
      { suspended_since: at },
    ];
    const told = async (who: Visitor, id: string) => {
      const { shareUrl, shareLink, can } = await who.call(getApplication, { params: { id } });
      // What works is a link and nothing else is.
      expect(shareUrl !== null).toBe(shareLink === 'on');
      if ('id' in who) {
        const [renewed] = await Promise.allSettled([who.call(renewShareKey, { params: { id } })]);
        expect(renewed.status === 'fulfilled').toBe(can.share);
        if (renewed.status === 'rejected')
          expect(['conflict', 'subscription_required', 'forbidden']).toContain(renewed.reason.code);
      }
      return [shareLink, can.share];
    };
    for (const facts of asleep) {
      const app = await addApp(server, ada);
      expect(await told(ada, app.id)).toEqual(['on', true]);
      await set(app.id, facts);
      for (const who of [ada, admin]) expect(await told(who, app.id)).toEqual(['sleeping', false]);
      await set(app.id, { share_key: null });
      for (const who of [ada, admin]) expect(await told(who, app.id)).toEqual(['off', false]);
      // It is opened by its own address then.
      await set(app.id, { wants_public: true });
      for (const who of [ada, admin]) expect(await told(who, app.id)).toEqual(['sleeping', false]);
    }
    const closed = await addApp(server, ada);
    await ada.call(switchOffShareKey, { params: { id: closed.id } });
    expect(await told(ada, closed.id)).toEqual(['off', true]);
    const open = await addApp(server, ada, { isPublic: true });
    for (const who of [bob, visitor(server)]) expect(await told(who, open.id)).toEqual(['on', false]);
  });

  test('a user with a share key does not read it', async () => {
    const app = await addApp(server, ada);
    for (const who of [bob, visitor(server)])
      expect(
        await who.call(getApplication, { params: { id: app.id }, query: { key: app.shareKey } }),
      ).toMatchObject({ shareUrl: null, shareLink: null, can: { share: false } });
  });

  test('eight concurrent renewals leave one working key', async () => {
    const app = await addApp(server, ada);
    const renewals = Array.from({ length: 8 }, () => ada.call(renewShareKey, { params: { id: app.id } }));
    const keys = (await Promise.all(renewals)).map(({ shareUrl }) => keyOf(shareUrl));
    const open = await Promise.all(keys.map((key) => opens(app.id, key)));
    expect(open.filter(Boolean)).toHaveLength(1);
  });
});

const calls: [string, RegExp, (who: Visitor, id: string) => Promise<unknown>][] = [
  ['edit', /^Not authorized to update this application/, (who, id) => edit(who, id, { name: 'Evil' })],
  [
    'delete',
    /^Not authorized to delete this application/,
    (who, id) => who.call(deleteApplication, { params: { id } }),
  ],
  [
    'renew the share key',
    /^Not authorized to update this application/,
    (who, id) => who.call(renewShareKey, { params: { id } }),
  ],
  [
    'switch off the share key',
    /^Not authorized to update this application/,
    (who, id) => who.call(switchOffShareKey, { params: { id } }),
  ],
];

describe.each(calls)('to %s', (_, sentence, call) => {
  test('requires the owner or an admin, and hides a private app from others', async () => {
    const closed = await addApp(server, ada);
    const open = await addApp(server, ada, { isPublic: true });
    const before = [await rowOf(closed.id), await rowOf(open.id)];
    for (const id of [closed.id, open.id, newId()])
      await expect(call(visitor(server), id)).rejects.toMatchObject({ code: 'unauthenticated' });
    for (const id of [closed.id, newId(), 'x', closed.id.toUpperCase()])
      await expect(call(bob, id)).rejects.toMatchObject({
        code: 'app_not_found',
        message: 'Application not found',
      });
    await expect(call(bob, open.id)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(sentence),
    });
    expect([await rowOf(closed.id), await rowOf(open.id)]).toEqual(before);
  });
});

test('a stranger’s response about a private app equals that about a missing one, byte for byte', async () => {
  const closed = await addApp(server, ada);
  const json = { 'content-type': 'application/json' };
  const requests = (id: string): [string, string, string][] => [
    ['GET', `/api/applications/${id}`, ''],
    ['PATCH', `/api/applications/${id}`, '{"name": "x"}'],
    ['DELETE', `/api/applications/${id}`, '{}'],
    ['POST', `/api/applications/${id}/share-key`, '{}'],
    ['DELETE', `/api/applications/${id}/share-key`, '{}'],
    ['GET', `/api/applications/${id}/versions`, ''],
    ['GET', `/api/applications/${id}/download`, ''],
    ['GET', `/serve/${id}?version=${closed.activeVersionId}`, ''],
    ['DELETE', `/api/applications/${id}/versions/${closed.activeVersionId}`, '{}'],
    ['POST', '/api/activateVersion', JSON.stringify({ appId: id, versionId: closed.activeVersionId })],
  ];
  const missing = requests(newId());
  for (const [index, [method, path, body]] of requests(closed.id).entries()) {
    const [, otherPath = '', otherBody = ''] = missing[index] ?? [];
    const ask = async (where: string, what: string) => {
      const init = what === '' ? { method } : { method, headers: json, body: what };
      const answer = await bob.fetch(where, init);
      const { date: _date, ...headers } = answer.headers;
      return { status: answer.status, headers, text: answer.text() };
    };
    const denied = await ask(path, body);
    expect(denied.status).toBe(404);
    expect(denied).toEqual(await ask(otherPath, otherBody));
  }
});

test('no column of any table can be set by an edit or a new version', async () => {
  const { rows } = await server.context.pool.query<{ name: string }>(
    `select distinct column_name as name from information_schema.columns where table_schema = 'public'`,
  );
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const fields = new Set([...rows.flatMap(({ name }) => [name, camel(name)]), 'isAdmin', 'isActive', 'can']);
  const taken = new Set([
    'name',
    'description',
    'theme',
    'isPublic',
    'organizationId',
    'changelog',
    'uploadedBy',
    'updatedAt',
  ]);
  const app = await addApp(server, ada);
  const before = await rowOf(app.id);
  const send = (method: string, path: string, body: object) =>
    ada.fetch(`/api/applications/${app.id}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  for (const field of fields) {
    if (taken.has(field)) continue;
    const edited = await send('PATCH', '', { [field]: 'x' });
    const published = await send('POST', '/versions', { changelog: 'x', uploadId: newId(), [field]: 'x' });
    for (const answer of [edited, published])
      expect([field, answer.status, answer.json()]).toMatchObject([field, 400, { code: 'invalid_input' }]);
  }
  expect(await rowOf(app.id)).toEqual(before);
});
