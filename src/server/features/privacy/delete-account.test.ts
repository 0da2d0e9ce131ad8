import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeZip } from '#fixtures/zip.ts';
import { deleteMe, getMe, getSession, listOwnSessions, updateMe } from '#shared/accounts/accounts.ts';
import { getOwnedContent } from '#shared/accounts/personal-data.ts';
import { freshSignInMilliseconds } from '#shared/accounts/sign-in.ts';
import { getApplication, listApplications, updateApplication } from '#shared/apps/apps.ts';
import { createVersion, listVersions } from '#shared/versions/versions.ts';
import { newId } from '../../platform/ids.ts';
import { Player } from '../../testing/http/player.ts';
import { whileDeadlocked } from '../../testing/measures/deadlock.ts';
import { rowsWith } from '../../testing/measures/rows-with.ts';
import { countOf } from '../../testing/measures/trials.ts';
import { addApp } from '../../testing/people/apps.ts';
import { addOrganization } from '../../testing/people/organizations.ts';
import { type Person, signIn, visitor } from '../../testing/people/people.ts';
import { publishApp } from '../../testing/people/publish.ts';
import { sendUpload } from '../../testing/people/uploads.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { insertAttempt } from '../accounts/store.ts';
import { makePicture } from '../apps/thumbnails/testing.ts';
import { sweepUploads } from '../publishing/uploads/sweep.ts';
import { sweepBlobs, sweepFiles } from '../storage/sweep.ts';
import { builtinStore } from '../storage/testing.ts';

const rounds = countOf('races');

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const day = 24 * 3_600_000;
const build = (text: string) => ({
  name: 'game.zip',
  bytes: makeZip([{ name: 'index.html', data: `<!doctype html><title>Game</title><p>${text}` }]),
});
const deleteAccount = (person: Person, confirm: string) => person.call(deleteMe, { body: { confirm } });

async function storedBytesWith(text: string): Promise<string[]> {
  const store = await builtinStore(server.context);
  const found: string[] = [];
  for await (const key of store.list('')) {
    let bytes = '';
    for await (const chunk of await store.get(key)) bytes += (chunk as Buffer).toString('latin1');
    if (bytes.includes(text)) found.push(key);
  }
  return found;
}

async function putInOrganization(owner: Person, appId: string): Promise<string> {
  const { db } = server.context;
  const { id } = await addOrganization(server, owner, { name: 'Shared team' });
  await db.updateTable('apps').set({ organization_id: id }).where('id', '=', appId).execute();
  return id;
}

/** A second identity, and another one that is being added just now. */
async function addWaysToSignIn(person: Person, marker: string): Promise<void> {
  const { db, clock } = server.context;
  await db
    .insertInto('identities')
    .values({
      id: newId(),
      issuer: 'https://github.test',
      subject: marker,
      user_id: person.id,
      provider: 'github.com',
      email: `${marker}@github.test`,
      created_at: clock.now(),
    })
    .execute();
  await insertAttempt(db, {
    state_hash: Buffer.from(`state of ${person.id}`),
    browser_hash: Buffer.from(`browser of ${person.id}`),
    provider: 'microsoft',
    mode: 'popup',
    purpose: 'link',
    user_id: person.id,
    nonce: marker,
    code_verifier: marker,
    return_to: '/profile',
    created_at: clock.now(),
  });
}

test('deletion requires a signed-in user', async () => {
  const attempt = visitor(server).call(deleteMe, { body: { confirm: 'x' } });
  await expect(attempt).rejects.toMatchObject({ code: 'unauthenticated' });
});

test.each([{}, { confirm: 5 }, { confirm: 'Ada', userId: 'x' }])('the body %j is refused', async (body) => {
  const ada = await signIn(server, 'Ada');
  await expect(ada.call(deleteMe, { body: body as { confirm: string } })).rejects.toMatchObject({
    code: 'invalid_input',
  });
  expect((await ada.call(getMe)).id).toBe(ada.id);
});

test('another text than the display name deletes nothing', async () => {
  const ada = await signIn(server, 'Ada');
  for (const confirm of ['', 'ada', 'Ada Lovelace', 'DELETE'])
    await expect(deleteAccount(ada, confirm)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { confirm: 'That is not your display name.' },
    });
  expect((await ada.call(getMe)).id).toBe(ada.id);
});

test('deletion requires a sign-in within the last ten minutes', async () => {
  const stale = await signIn(server, 'Stale');
  server.clock.advance(freshSignInMilliseconds);
  await expect(deleteAccount(stale, 'Stale')).rejects.toMatchObject({ code: 'fresh_sign_in_required' });
  const fresh = await signIn(server, 'Stale');
  server.clock.advance(freshSignInMilliseconds - 1);
  await deleteAccount(fresh, 'Stale');
});

test('the name matches in any Unicode normalization', async () => {
  const ada = await signIn(server, 'Composed');
  await ada.call(updateMe, { body: { username: 'Zoë 艾' } });
  await deleteAccount(ada, ' Zoe\u0308 艾 ');
  expect((await ada.call(getSession)).user).toBeNull();
});

test('after a deletion all sessions are invalid, and signing in makes a new account', async () => {
  const laptop = await signIn(server, 'Leaver');
  const phone = await signIn(server, 'Leaver');
  await addApp(server, laptop, { isPublic: true });
  const answer = await laptop.fetch(deleteMe.path, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ confirm: 'Leaver' }),
  });
  expect(answer.status).toBe(200);
  expect(answer.headers['set-cookie']?.[0]).toMatch(/flux-session=; .*Max-Age=0/);
  for (const person of [laptop, phone]) {
    await expect(person.call(getMe)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(person.call(listOwnSessions)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(deleteAccount(person, 'Leaver')).rejects.toMatchObject({ code: 'unauthenticated' });
  }
  const again = await signIn(server, 'Leaver');
  expect(again.id).not.toBe(laptop.id);
  expect((await again.call(listApplications, { query: { filter: 'my-apps' } })).items).toEqual([]);
});

test('a game stops for players when its owner is deleted', async () => {
  const owner = await signIn(server, 'Vanishing');
  const app = await publishApp(owner, {
    body: { name: 'Gone soon', isPublic: true },
    files: { build: build('vanishing') },
  });
  const player = new Player(server);
  expect((await player.open(`/serve/${app.id}`)).text).toContain('vanishing');
  await deleteAccount(owner, 'Vanishing');
  await expect.poll(async () => (await new Player(server).open(`/serve/${app.id}`)).status).toBe(404);
  await expect.poll(async () => (await player.open(`/serve/${app.id}`)).status).toBe(404);
  await expect(visitor(server).call(getApplication, { params: { id: app.id } })).rejects.toMatchObject({
    code: 'app_not_found',
  });
});

test('uploads for others stay without a name, and their apps leave the organization', async () => {
  const leaver = await signIn(server, 'Helper', { role: 'admin' });
  const other = await signIn(server, 'Staying', { role: 'admin' });
  const app = await publishApp(other, {
    body: { name: 'Shared' },
    files: { build: build('first') },
  });
  server.clock.advance(1_000);
  await leaver.call(createVersion, {
    params: { id: app.id },
    body: { version: '2.0.0', changelog: 'Helped out' },
    files: { build: build('second') },
  });
  const organizationId = await putInOrganization(leaver, app.id);
  await deleteAccount(leaver, 'Helper');
  const { versions } = await other.call(listVersions, { params: { id: app.id } });
  expect(versions.map(({ version, uploadedBy }) => [version, uploadedBy])).toEqual([
    ['2.0.0', null],
    ['1.0.0', other.id],
  ]);
  expect((await other.call(getApplication, { params: { id: app.id } })).organizationId).toBeNull();
  expect(await rowsWith(server, organizationId)).toEqual({});
  // Their administrator actions stay recorded.
  expect(Object.keys(await rowsWith(server, leaver.id))).toEqual(['public.audit_log']);
  await deleteAccount(other, 'Staying').catch(() => {});
});

test('no row, file or byte of a deleted user remains', async () => {
  const marker = 'Zzyzx';
  const leaver = await signIn(server, `${marker} Person`);
  const body = { name: `${marker} game`, description: marker };
  const app = await publishApp(leaver, {
    body,
    files: {
      build: build(`${marker} build`),
      thumbnail: { name: `${marker}.png`, bytes: await makePicture('png') },
    },
  });
  await leaver.call(createVersion, {
    params: { id: app.id },
    body: { version: '2', changelog: marker },
    files: { build: build(`${marker} again`) },
  });
  await leaver.call(updateApplication, { params: { id: app.id }, body: { description: `${marker}!` } });
  await putInOrganization(leaver, app.id);
  await addWaysToSignIn(leaver, marker);
  const pending = await sendUpload(leaver, `${marker}.zip`, build(`${marker} pending`).bytes, 50);
  expect(await readdir(server.context.folders.uploads)).toContain(pending);
  expect(await leaver.call(getOwnedContent)).toMatchObject({
    applications: 1,
    versions: 2,
    unfinishedUploads: 1,
    organizations: 2,
  });
  expect(Object.keys(await rowsWith(server, marker)).length).toBeGreaterThan(3);
  expect(await rowsWith(server, leaver.id)).toMatchObject({
    'public.users': 1,
    'public.identities': 2,
    'public.sessions': 1,
    'public.sign_in_attempts': 1,
    'public.subscriptions': 1,
    'public.organizations': 2,
    'public.organization_members': 2,
    'public.uploads': 1,
  });
  expect(await rowsWith(server, app.id)).toMatchObject({ 'public.apps': 1, 'public.thumbnails': 1 });
  const picture = app.thumbnailLargeUrl ?? '';
  const { large_sha256: pictureSha256 } = await server.context.db
    .selectFrom('thumbnails')
    .select('large_sha256')
    .where('app_id', '=', app.id)
    .executeTakeFirstOrThrow();
  expect((await visitor(server).fetch(picture)).status).toBe(200);
  expect((await storedBytesWith(marker)).length).toBeGreaterThan(1);

  await deleteAccount(leaver, `${marker} Person`);
  for (const text of [marker, marker.toLowerCase(), leaver.id, app.id, pending])
    expect(await rowsWith(server, text), text).toEqual({});
  expect(await readdir(server.context.folders.uploads)).not.toContain(pending);
  expect((await visitor(server).fetch(picture)).status).toBe(404);

  server.clock.advance(2 * day);
  const signal = new AbortController().signal;
  await sweepUploads(server.context);
  await sweepBlobs(server.context, signal);
  await sweepFiles(server.context, signal);
  expect(await storedBytesWith(marker)).toEqual([]);
  expect(await rowsWith(server, pictureSha256.toString('hex'))).toEqual({});
  expect(await readdir(server.context.folders.staging)).toEqual([]);
});

test('bytes that others published too stay', async () => {
  const leaver = await signIn(server, 'Copycat');
  const other = await signIn(server, 'Original');
  const files = { build: build('the very same build') };
  await publishApp(leaver, { body: { name: 'Copy' }, files });
  const app = await publishApp(other, { body: { name: 'Mine', isPublic: true }, files });
  await deleteAccount(leaver, 'Copycat');
  server.clock.advance(2 * day);
  await sweepBlobs(server.context, new AbortController().signal);
  expect((await new Player(server).open(`/serve/${app.id}`)).text).toContain('the very same build');
});

test('the only administrator cannot be deleted, and of two concurrent ones one remains', async () => {
  const { db } = server.context;
  const admins = () => db.selectFrom('users').select('id').where('role', '=', 'admin').execute();
  await db.updateTable('users').set({ role: 'user' }).execute();
  for (let round = 0; round < rounds; round++) {
    const pair = await Promise.all(
      ['One', 'Two'].map((name) => signIn(server, `${name} ${round}`, { role: 'admin' })),
    );
    // The administrators who remained in the former round.
    await db
      .updateTable('users')
      .set({ role: 'user' })
      .where(
        'id',
        'not in',
        pair.map(({ id }) => id),
      )
      .execute();
    const results = await Promise.allSettled(
      pair.map((person, index) => deleteAccount(person, `${['One', 'Two'][index]} ${round}`)),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find((result) => result.status === 'rejected')?.reason).toMatchObject({
      code: 'last_admin',
    });
    expect(await admins()).toHaveLength(1);
  }
});

test('users who cannot be deleted are told so beforehand', async () => {
  const { db } = server.context;
  await db.updateTable('users').set({ role: 'user' }).execute();
  const only = await signIn(server, 'Only', { role: 'admin' });
  expect((await only.call(getOwnedContent)).lastAdmin).toBe(true);
  const other = await signIn(server, 'Other', { role: 'admin' });
  expect((await only.call(getOwnedContent)).lastAdmin).toBe(false);
  expect((await other.call(getOwnedContent)).lastAdmin).toBe(false);
  // Nor does one count who cannot sign in.
  await db.updateTable('users').set({ disabled_at: server.clock.now() }).where('id', '=', other.id).execute();
  expect((await only.call(getOwnedContent)).lastAdmin).toBe(true);
  expect((await (await signIn(server, 'Nobody')).call(getOwnedContent)).lastAdmin).toBe(false);
});

test('two concurrent deletions with apps in each other’s organizations do not deadlock', async () => {
  for (let round = 0; round < rounds; round++) {
    const [one, two] = [await signIn(server, `Left ${round}`), await signIn(server, `Right ${round}`)];
    for (let count = 0; count < 3; count++) {
      await putInOrganization(one, (await addApp(server, two)).id);
      await putInOrganization(two, (await addApp(server, one)).id);
    }
    await Promise.all([deleteAccount(one, `Left ${round}`), deleteAccount(two, `Right ${round}`)]);
    expect(await rowsWith(server, one.id)).toEqual({});
    expect(await rowsWith(server, two.id)).toEqual({});
  }
});

test('a deletion that deadlocks is retried', async () => {
  const leaver = await signIn(server, 'Crossed');
  await addApp(server, leaver);
  await whileDeadlocked(server.context.db, 'users', () => deleteAccount(leaver, 'Crossed'));
  expect(await rowsWith(server, leaver.id)).toEqual({});
});

test('publishing during a deletion leaves neither app nor version', async () => {
  // The error depends on the timing: a deleted user has neither plan nor organization.
  const gone = ['unauthenticated', 'conflict', 'subscription_required', 'invalid_input'];
  for (let round = 0; round < 5; round++) {
    const leaver = await signIn(server, `Busy ${round}`);
    const publishing = Promise.allSettled(
      [1, 2].map((number) =>
        publishApp(leaver, {
          body: { name: `Late ${number}` },
          files: { build: build(`late ${round} ${number}`) },
        }),
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, round * 40));
    await deleteAccount(leaver, `Busy ${round}`);
    for (const result of await publishing)
      if (result.status === 'rejected') expect(gone).toContain(result.reason.code);
    expect(await rowsWith(server, leaver.id)).toEqual({});
  }
});
