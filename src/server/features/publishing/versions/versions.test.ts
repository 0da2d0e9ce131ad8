import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeZip } from '#fixtures/zip.ts';
import { newId } from '#server/platform/ids.ts';
import { addApp } from '#server/testing/people/apps.ts';
import { type Person, signIn, type TestFile, type Visitor, visitor } from '#server/testing/people/people.ts';
import { publishApp } from '#server/testing/people/publish.ts';
import { sendUpload } from '#server/testing/people/uploads.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { deleteApplication, getApplication } from '#shared/apps/apps.ts';
import {
  activateVersion,
  createVersion,
  createVersionMetadata,
  deleteVersion,
  listVersions,
  type Version,
} from '#shared/versions/versions.ts';

let server: TestServer;
let ada: Person;
let bob: Person;
let admin: Person;
const changelogMissing = "Please provide a changelog describing what's new in this version";

beforeAll(async () => {
  // Failures are made on purpose here; the log would tell of each.
  server = await startServer({ env: { FLUX_LOG_LEVEL: 'silent' } });
  [ada, bob, admin] = await Promise.all([
    signIn(server, 'ada'),
    signIn(server, 'bob'),
    signIn(server, 'admin', { role: 'admin' }),
  ]);
});
afterAll(() => server.close());

function zip(text: string, name = 'pong.zip'): TestFile {
  return { name, bytes: makeZip([{ name: 'index.html', data: `<!doctype html><title>${text}</title>` }]) };
}

/** The clock moves on, so that what is newer is so by time. */
function create(who: Visitor, id: string, body: Record<string, unknown> = {}, file = zip(newId())) {
  server.clock.advance(1);
  const input = { params: { id }, body: { changelog: 'New level', ...body } as never };
  return who.call(createVersion, { ...input, files: { build: file } });
}

async function versionsOf(appId: string, who: Visitor = ada): Promise<Version[]> {
  return (await who.call(listVersions, { params: { id: appId } })).versions;
}

async function newApp(isPublic = false): Promise<string> {
  const files = { build: zip('first') };
  return (await publishApp(ada, { body: { name: 'Pong', isPublic }, files })).id;
}

describe('publishing', () => {
  test('a file becomes the active version, with the next number, and the list tells of both', async () => {
    const id = await newApp();
    server.clock.advance(1000);
    const file = zip('second', 'pong two.zip');
    const made = await create(ada, id, { changelog: ' One\r\nTwo ', uploadedBy: bob.id, fileUrl: 'x' }, file);
    expect(made.version).toMatchObject({
      id: made.versionId,
      version: '1.1',
      changelog: 'One\nTwo',
      fileName: 'pong two.zip',
      fileSize: file.bytes.length,
      fileUrl: `/api/applications/${id}/download?version=${made.versionId}`,
      previewUrl: `/serve/${id}?version=${made.versionId}`,
      uploadedBy: ada.id,
      uploadedByUsername: 'ada',
      uploadedAt: server.clock.now().toISOString(),
      isActive: true,
      owner: { displayName: 'ada', email: ada.email },
      build: { kind: 'html', entry: 'index.html' },
      can: { activate: false, delete: false },
    });
    expect(made.version.storageFileName).toMatch(/^[0-9a-f]{64}$/);
    const [second, first, ...rest] = await versionsOf(id);
    expect(second).toEqual(made.version);
    expect(first).toMatchObject({ version: '1.0.0', changelog: '', isActive: false });
    expect(first?.can).toEqual({ activate: true, delete: true, approve: false });
    expect(rest).toEqual([]);
    expect(await ada.call(getApplication, { params: { id } })).toMatchObject({
      version: '1.1',
      fileName: 'pong two.zip',
      updatedAt: server.clock.now().toISOString(),
    });
  });

  test('a chosen number is kept; one that is taken is refused, and nothing is made', async () => {
    const id = await newApp();
    const { version } = await create(ada, id, { version: ' 2.0-beta 🎮 ' });
    expect(version.version).toBe('2.0-beta 🎮');
    await expect(create(ada, id, { version: '1.0.0' })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { version: expect.stringMatching(/^Version 1\.0\.0 exists already.* for 1\.1\.$/) },
    });
    expect((await versionsOf(id)).map((each) => each.version)).toEqual(['2.0-beta 🎮', '1.0.0']);
  });

  test('a leading v, outer spaces and control characters go, and a version that is no number stays', async () => {
    const id = await newApp();
    const numbers = ['v1.5', ' beta 2\n'];
    for (const version of numbers) await create(ada, id, { version });
    expect((await versionsOf(id)).map((each) => each.version).sort()).toEqual(['1.0.0', '1.5', 'beta 2']);
    await expect(create(ada, id, { version: 'V1.5' })).rejects.toMatchObject({
      fields: { version: expect.stringMatching(/^Version 1\.5 exists already.* for 1\.6\.$/) },
    });
    const { db } = server.context;
    await db
      .updateTable('versions')
      .set({ number: 'v2.0' })
      .where('app_id', '=', id)
      .where('number', '=', '1.5')
      .execute();
    // One of before, whose v is kept.
    await expect(create(ada, id, { version: '2.0' })).rejects.toMatchObject({ code: 'invalid_input' });
    expect((await create(ada, id)).version.version).toBe('2.1');
  });

  test('five at once all get a number of their own, and one of them is active', async () => {
    const id = await newApp();
    // A person sends three forms at a time.
    await Promise.all([ada, ada, ada, admin, admin].map((who) => create(who, id)));
    const versions = await versionsOf(id);
    expect(versions.map((each) => each.version).sort()).toEqual(
      ['1.0.0', ...Array.from({ length: 5 }, (_, index) => `1.${index + 1}`)].sort(),
    );
    expect(versions.filter((each) => each.isActive)).toHaveLength(1);
  });

  test('a finished upload is published once, however often it is asked for, by either call', async () => {
    const id = await newApp();
    server.clock.advance(1);
    const uploadId = await sendUpload(ada, 'big.zip', Buffer.from(zip('by tus').bytes));
    const metadata = () =>
      ada.call(createVersionMetadata, {
        body: {
          appId: id,
          versionData: { version: '', changelog: 'By tus', uploadedBy: bob.id, uploadedByEmail: 'x' },
          fileData: { storageFileName: uploadId, fileName: 'other', fileSize: -1, fileUrl: 'javascript:1' },
        },
      });
    const direct = () =>
      ada.call(createVersion, { params: { id }, body: { changelog: 'Again', uploadId, version: '7' } });
    const answers: { versionId: string }[] = await Promise.all([metadata(), metadata(), metadata()]);
    const last = await metadata();
    expect(last).toMatchObject({ isActive: true, heldBack: [] });
    answers.push(last, await direct());
    expect(new Set(answers.map((answer) => answer.versionId)).size).toBe(1);
    const [made, ...rest] = await versionsOf(id);
    expect(made).toMatchObject({ fileName: 'big.zip', version: '1.1', uploadedBy: ada.id, isActive: true });
    expect(rest).toHaveLength(1);
    const elsewhere = ada.call(createVersion, {
      params: { id: await newApp() },
      body: { changelog: 'Again', uploadId },
    });
    await expect(elsewhere).rejects.toMatchObject({ code: 'conflict' });
  });

  test('who may not publish is refused before the build is sent', async () => {
    const id = await newApp(true);
    const begin = (who: Person | undefined) =>
      new Promise<number | undefined>((resolve, reject) => {
        const outgoing = httpRequest({
          ...server.address,
          agent: false,
          method: 'POST',
          path: `/api/applications/${id}/versions`,
          headers: {
            host: new URL(server.context.config.publicUrl).host,
            origin: server.context.config.publicUrl,
            'sec-fetch-site': 'same-origin',
            'content-type': 'multipart/form-data; boundary=part',
            'content-length': '100000000',
            ...(who && { cookie: who.cookie }),
          },
        });
        outgoing.on('error', reject).on('response', (incoming) => {
          resolve(incoming.statusCode);
          outgoing.on('error', () => {}).destroy();
        });
        // The rest is never sent; an answer comes all the same.
        outgoing.write('--part\r\n');
      });
    expect([await begin(bob), await begin(undefined)]).toEqual([403, 401]);
  });

  test('an upload whose number is taken may be tried again with another', async () => {
    const id = await newApp();
    const uploadId = await sendUpload(ada, 'big.zip', Buffer.from(zip('again').bytes));
    const publish = (version: string) =>
      ada.call(createVersion, { params: { id }, body: { changelog: 'x', uploadId, version } });
    await expect(publish('1.0.0')).rejects.toMatchObject({ code: 'invalid_input' });
    expect((await publish('')).version.version).toBe('1.1');
  });

  test.each([
    ['changelog', { changelog: ' \n ' }, changelogMissing],
    ['changelog', { changelog: 'x'.repeat(5001) }, /under 5,000/],
    ['changelog', { changelog: 'a\0b' }, 'Please remove control characters.'],
    ['version', { version: 'x'.repeat(41) }, /under 40/],
    [
      'uploadId',
      { uploadId: 'x' },
      'This is not a valid id, which has 26 of the characters a-z and 2-7: "x".',
    ],
    ['isActive', { isActive: 'false' }, 'This field is not known here.'],
    ['appId', { appId: newId() }, 'This field is not known here.'],
  ])('a bad %s is refused', async (field, body, sentence) => {
    const { id } = await addApp(server, ada);
    await expect(create(ada, id, body)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { [field]: expect.stringMatching(sentence) },
    });
    expect(await versionsOf(id)).toHaveLength(1);
  });

  test('a missing file, a missing changelog and a file that is no build are told in the right words', async () => {
    const { id } = await addApp(server, ada);
    const nothing = ada.call(createVersion, { params: { id }, body: { changelog: 'x' } });
    await expect(nothing).rejects.toMatchObject({ fields: { build: 'Please select a file to upload' } });
    const silent = ada.call(createVersion, { params: { id }, body: {} as never, files: { build: zip('x') } });
    await expect(silent).rejects.toMatchObject({ fields: { changelog: changelogMissing } });
    const bytes = makeZip([{ name: 'readme.txt', data: 'hello' }]);
    const refused = create(ada, id, {}, { name: 'a.zip', bytes });
    await expect(refused).rejects.toMatchObject({ code: 'build_refused' });
    expect(await versionsOf(id)).toHaveLength(1);
  });

  test('an app that is deleted while its build is read gets no version', async () => {
    const { id } = await addApp(server, ada);
    const pages = Array.from({ length: 400 }, (_, index) => ({ name: `${index}.txt`, data: `${index}` }));
    const bytes = makeZip([{ name: 'index.html', data: '<!doctype html>' }, ...pages]);
    const publishing = create(ada, id, {}, { name: 'slow.zip', bytes });
    const [outcome] = await Promise.allSettled([publishing, ada.call(deleteApplication, { params: { id } })]);
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'app_not_found' } });
    const { rows } = await server.context.pool.query('select 1 from versions where app_id = $1', [id]);
    expect(rows).toEqual([]);
  });
});

describe('switching and deleting', () => {
  test('an earlier version is rolled back to, and back again', async () => {
    const id = await newApp();
    const [first] = await versionsOf(id);
    const { versionId } = await create(ada, id);
    const active = async () => (await versionsOf(id)).filter((each) => each.isActive).map((each) => each.id);
    for (const wanted of [first?.id ?? '', versionId, versionId]) {
      const answer = await ada.call(activateVersion, { body: { appId: id, versionId: wanted } });
      expect(answer).toEqual({ success: true });
      expect(await active()).toEqual([wanted]);
    }
  });

  test('another version is deleted with its files, the active one is not', async () => {
    const id = await newApp();
    const [first] = await versionsOf(id);
    const { versionId } = await create(ada, id);
    await expect(ada.call(deleteVersion, { params: { id, versionId } })).rejects.toMatchObject({
      code: 'conflict',
      message: 'Cannot delete the active version. Roll back to another version first.',
    });
    const params = { id, versionId: first?.id ?? '' };
    expect(await ada.call(deleteVersion, { params })).toEqual({ success: true });
    expect((await versionsOf(id)).map((each) => each.id)).toEqual([versionId]);
    await expect(ada.call(deleteVersion, { params })).rejects.toMatchObject({ code: 'version_not_found' });
    const { pool } = server.context;
    const { rows } = await pool.query('select 1 from version_files where version_id = $1', [first?.id]);
    expect(rows).toEqual([]);
  });

  test('only a version of this very app is switched to or deleted', async () => {
    const [app, other] = [await addApp(server, ada), await addApp(server, ada)];
    for (const versionId of [other.activeVersionId, newId(), 'x', '\0', '']) {
      const body = { appId: app.id, versionId };
      await expect(ada.call(activateVersion, { body })).rejects.toMatchObject({ code: 'version_not_found' });
      if (!/^\w+$/.test(versionId)) continue;
      const params = { id: app.id, versionId };
      await expect(ada.call(deleteVersion, { params })).rejects.toMatchObject({ code: 'version_not_found' });
    }
    expect((await versionsOf(other.id)).map((each) => each.isActive)).toEqual([true]);
  });

  test('an admin does all of it, and the uploader stays who uploaded', async () => {
    const id = await newApp();
    const [first] = await versionsOf(id, admin);
    const { version } = await create(admin, id);
    expect(version.uploadedByUsername).toBe('admin');
    await admin.call(activateVersion, { body: { appId: id, versionId: first?.id ?? '' } });
    await admin.call(deleteVersion, { params: { id, versionId: version.id } });
    expect(await versionsOf(id, admin)).toHaveLength(1);
  });
});

/** Every call about versions, as somebody makes it for an app and a version. */
const calls: [string, (who: Visitor, appId: string, versionId: string) => Promise<unknown>][] = [
  ['list', (who, id) => who.call(listVersions, { params: { id } })],
  ['create', (who, id) => create(who, id, {}, zip('evil'))],
  [
    'createVersionMetadata',
    (who, appId) =>
      who.call(createVersionMetadata, {
        body: { appId, versionData: { changelog: 'x' }, fileData: { storageFileName: newId() } },
      }),
  ],
  ['activate', (who, appId, versionId) => who.call(activateVersion, { body: { appId, versionId } })],
  ['delete', (who, id, versionId) => who.call(deleteVersion, { params: { id, versionId } })],
];

describe.each(calls)('%s', (_, call) => {
  test('needs somebody who is signed in, whatever the app', async () => {
    const app = await addApp(server, ada, { isPublic: true });
    for (const id of [app.id, newId()])
      await expect(call(visitor(server), id, app.activeVersionId)).rejects.toMatchObject({
        code: 'unauthenticated',
      });
  });

  test('is refused to a stranger: a private app as one that is missing, a public one in words', async () => {
    const closed = await addApp(server, ada);
    const open = await addApp(server, ada, { isPublic: true });
    const missing = { code: 'app_not_found', message: 'Application not found' };
    for (const id of [closed.id, newId(), 'x', `${closed.id}a`])
      await expect(call(bob, id, closed.activeVersionId)).rejects.toMatchObject(missing);
    await expect(call(bob, open.id, open.activeVersionId)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/^Not authorized to update this application/),
    });
    for (const app of [closed, open]) {
      const [only, ...rest] = await versionsOf(app.id);
      expect(only).toMatchObject({ id: app.activeVersionId, isActive: true });
      expect(rest).toEqual([]);
    }
  });
});

test('unknown fields are refused by every call with a body', async () => {
  const app = await addApp(server, ada);
  const data = { changelog: 'x' };
  const file = { storageFileName: newId() };
  for (const [path, body] of [
    ['/api/activateVersion', { appId: app.id, versionId: app.activeVersionId, force: true }],
    ['/api/activateVersion', { appId: app.id }],
    ['/api/activateVersion', { appId: [app.id], versionId: app.activeVersionId }],
    [
      '/api/createVersionMetadata',
      { appId: app.id, versionData: { ...data, isActive: true }, fileData: file },
    ],
    ['/api/createVersionMetadata', { appId: app.id, versionData: data, fileData: { ...file, report: {} } }],
    ['/api/createVersionMetadata', { appId: app.id, versionData: data, fileData: {} }],
    ['/api/createVersionMetadata', { appId: app.id, versionData: data, fileData: file, ownerId: bob.id }],
  ] as const) {
    const answer = await ada.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([path, answer.status, answer.json<{ code: string }>().code]).toEqual([path, 400, 'invalid_input']);
  }
});
