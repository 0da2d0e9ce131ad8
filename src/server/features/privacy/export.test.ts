import type { ReadStream } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeZip } from '#fixtures/zip.ts';
import { checkExport, exportPath, getOwnedContent } from '#shared/accounts/personal-data.ts';
import { freshSignInMilliseconds } from '#shared/accounts/sign-in.ts';
import { reportApplication, takeApplicationOffline } from '#shared/contact/reports.ts';
import { requestSupport } from '#shared/contact/support.ts';
import { changeMembership } from '#shared/orgs/orgs.ts';
import { createVersion } from '#shared/versions/versions.ts';
import { newId } from '../../platform/ids.ts';
import { unzip } from '../../testing/http/unzip.ts';
import { addApp } from '../../testing/people/apps.ts';
import { addOrganization } from '../../testing/people/organizations.ts';
import { type Person, signIn, visitor } from '../../testing/people/people.ts';
import { publishApp } from '../../testing/people/publish.ts';
import { sendUpload } from '../../testing/people/uploads.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { makePicture } from '../apps/thumbnails/testing.ts';
import { insertSubscription } from '../billing/store.ts';
import { putBlobs } from '../storage/put-blobs.ts';
import { builtinStore, stage } from '../storage/testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const build = (text: string) =>
  makeZip([{ name: 'index.html', data: `<!doctype html><title>Game</title><p>${text}` }]);

async function exported(person: Person) {
  const answer = await person.fetch(exportPath);
  expect(answer.status).toBe(200);
  const files = await unzip(answer.body);
  return { answer, files, data: JSON.parse(files.get('data.json')?.toString() ?? '') };
}

/** An app whose only version has this content as its original file. */
async function addAppWith(owner: Person, content: Buffer, name: string): Promise<string> {
  const { db } = server.context;
  const staged = await stage(server.context, content);
  await putBlobs(server.context, [staged]);
  const app = await addApp(server, owner, { name });
  await db
    .updateTable('versions')
    .set({ original_sha256: Buffer.from(staged.sha256, 'hex'), file_size: content.length })
    .where('app_id', '=', app.id)
    .execute();
  return app.id;
}

test('an export has the picture of each app', async () => {
  const ada = await signIn(server, 'Ada of the pictures');
  const app = await publishApp(ada, {
    body: { name: 'Moon' },
    files: {
      build: { name: 'moon.zip', bytes: build('moon') },
      thumbnail: { name: 'moon.png', bytes: await makePicture('png') },
    },
  });
  const { files, data } = await exported(ada);
  const name = `thumbnails/Moon-${app.id}.webp`;
  expect(data.applications).toMatchObject([{ id: app.id, thumbnail: name }]);
  const shown = await visitor(server).fetch(app.thumbnailLargeUrl ?? '');
  expect(files.get(name)?.equals(shown.body)).toBe(true);
});

test('an export has the user’s reports and the reasons of takedowns', async () => {
  const [ada, bob] = [await signIn(server, 'Ada who reports'), await signIn(server, 'Bob who reports')];
  const root = await signIn(server, 'Root', { role: 'admin' });
  const app = { id: await addAppWith(bob, Buffer.from('a build that stops'), 'Pong') };
  await server.context.db.updateTable('apps').set({ is_public: true }).where('id', '=', app.id).execute();
  const said = { reason: 'broken', details: 'It stops.' } as const;
  await ada.call(reportApplication, { body: { applicationId: app.id, ...said } });
  await root.call(takeApplicationOffline, { params: { id: app.id }, body: { reason: 'It does stop.' } });
  expect((await exported(ada)).data.reports).toMatchObject([
    { applicationId: app.id, ...said, state: 'upheld' },
  ]);
  expect((await exported(bob)).data).toMatchObject({
    reports: [],
    applications: [{ id: app.id, takenDownReason: 'It does stop.', takenDownAt: expect.any(String) }],
  });
});

test('an export has the user’s support requests', async () => {
  const [ada, bob] = [await signIn(server, 'Ada who asks'), await signIn(server, 'Bob who asks')];
  const body = { category: 'bugs', subject: 'It stops', message: 'Always.', email: 'a@b.test' } as const;
  await ada.call(requestSupport, { body });
  expect((await exported(ada)).data.supportRequests).toMatchObject([{ ...body, priority: 'medium' }]);
  expect((await exported(bob)).data.supportRequests).toEqual([]);
});

/** An unread response. */
function begin(person: Person): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const host = new URL(server.context.config.publicUrl).host;
    const headers = { host, cookie: person.cookie };
    get({ ...server.address, path: exportPath, headers, agent: false }, resolve).on('error', reject);
  });
}

test('an export has the data and original file of each version, byte for byte', async () => {
  const ada = await signIn(server, 'Ada Lovelace');
  const [first, second] = [build('first'), build('second')];
  const app = await publishApp(ada, {
    body: { name: 'Moon: Racer/2', description: 'To the moon', isPublic: true },
    files: { build: { name: 'moon.zip', bytes: first } },
  });
  server.clock.advance(1_000);
  await ada.call(createVersion, {
    params: { id: app.id },
    body: { version: '2.0', changelog: 'Further' },
    files: { build: { name: 'moon two.zip', bytes: second } },
  });
  await sendUpload(ada, 'later.zip', build('later'), 20);
  const { answer, files, data } = await exported(ada);
  const day = server.clock.now().toISOString().slice(0, 10);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="flux-data-${day}.zip"`,
    'cache-control': 'no-store',
  });
  const folder = `apps/Moon_ Racer_2-${app.id}`;
  expect([...files.keys()]).toEqual(['data.json', `${folder}/1.0.0/moon.zip`, `${folder}/2.0/moon two.zip`]);
  expect(files.get(`${folder}/1.0.0/moon.zip`)?.equals(first)).toBe(true);
  expect(files.get(`${folder}/2.0/moon two.zip`)?.equals(second)).toBe(true);
  expect(data).toMatchObject({
    account: { id: ada.id, username: 'Ada Lovelace', email: ada.email, role: 'user' },
    identities: [{ provider: 'google.com', issuer: 'https://issuer.test', subject: 'Ada Lovelace' }],
    sessions: [{ provider: 'google.com', userAgent: 'test' }],
    unfinishedUploads: [{ fileName: 'later.zip' }],
    applications: [
      {
        id: app.id,
        name: 'Moon: Racer/2',
        description: 'To the moon',
        isPublic: true,
        versions: [
          { version: '1.0.0', uploadedByYou: true, file: `${folder}/1.0.0/moon.zip` },
          { version: '2.0', changelog: 'Further', file: `${folder}/2.0/moon two.zip` },
        ],
      },
    ],
  });
  expect(await ada.call(getOwnedContent)).toMatchObject({
    applications: 1,
    versions: 2,
    bytes: first.length + second.length,
    freshSignIn: true,
  });
});

test('an empty account gives a valid archive', async () => {
  const { files, data } = await exported(await signIn(server, 'Newcomer', { plan: null }));
  expect([...files.keys()]).toEqual(['data.json']);
  expect(data).toMatchObject({ applications: [], organizations: [], subscription: null });
});

test('an export has subscription and organizations', async () => {
  const { db } = server.context;
  const grace = await signIn(server, 'Grace', { plan: null });
  const other = await signIn(server, 'Not Grace');
  const now = server.clock.now();
  const ends = new Date(now.getTime() + 14 * 86_400_000);
  await insertSubscription(db, {
    id: 'sub_grace',
    user_id: grace.id,
    status: 'trialing',
    tier: 'pro',
    price_id: 'price_pro',
    is_trial_active: true,
    trial_ends_at: ends,
    cancel_at_period_end: true,
    current_period_ends_at: ends,
    created_at: now,
    updated_at: now,
  });
  const fields = {
    description: 'Compilers',
    isPublic: true,
    allowMemberUploads: false,
    requireApproval: true,
  };
  const members = [[other, 'viewer']] as const;
  const { id: organizationId } = await addOrganization(server, grace, { ...fields, members });
  const theirs = await addOrganization(server, other, { name: 'Theirs', members: [[grace, 'admin']] });
  await grace.call(changeMembership, {
    body: { action: 'invite', organizationId, userEmail: 'guest@example.test', role: 'admin' },
  });
  const inviting = await addOrganization(server, other, { name: 'Inviting' });
  await other.call(changeMembership, {
    body: { action: 'invite', organizationId: inviting.id, userEmail: grace.email, role: 'viewer' },
  });
  const told = { step: 'trial-began', period: 'sub_1', sent_at: now };
  const steps = [grace.id, other.id].map((user_id) => ({ ...told, user_id }));
  await db.insertInto('lifecycle_notifications').values(steps).execute();
  const { data } = await exported(grace);
  expect(data.subscriptionSteps).toEqual([{ step: 'trial-began', toldAt: now.toISOString() }]);
  const [createdAt, endsAt] = [now.toISOString(), ends.toISOString()];
  expect(data.subscription).toEqual({
    id: 'sub_grace',
    status: 'trialing',
    tier: 'pro',
    priceId: 'price_pro',
    isTrialActive: true,
    trialEnd: endsAt,
    cancelAtPeriodEnd: true,
    currentPeriodEnd: endsAt,
    createdAt,
    updatedAt: createdAt,
  });
  expect(data.organizations).toEqual([
    {
      id: organizationId,
      name: `Team of ${grace.id}`,
      description: 'Compilers',
      isPublic: true,
      allowMemberUploads: false,
      requireApproval: true,
      memberCount: 2,
      createdAt,
      updatedAt: createdAt,
    },
  ]);
  expect(data.memberships).toEqual([
    { organizationId, organizationName: `Team of ${grace.id}`, role: 'owner', joinedAt: createdAt },
    {
      organizationId: theirs.id,
      organizationName: 'Theirs',
      role: 'admin',
      joinedAt: new Date(now.getTime() + 1).toISOString(),
    },
  ]);
  expect(data.invitations).toHaveLength(2);
  expect(data.invitations).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ email: 'guest@example.test', role: 'admin', invitedByYou: true }),
      expect.objectContaining({ organizationName: 'Inviting', email: grace.email, invitedByYou: false }),
    ]),
  );
  expect(data.identities).toMatchObject([{ email: grace.email, emailVerified: true }]);
});

test('it has no secrets and no data of others', async () => {
  const owner = await signIn(server, 'Owner');
  const helper = await signIn(server, 'Helping Hand', { role: 'admin' });
  const app = await publishApp(owner, {
    body: { name: 'Theirs' },
    files: { build: { name: 'a.zip', bytes: build('theirs') } },
  });
  await helper.call(createVersion, {
    params: { id: app.id },
    body: { version: '2', changelog: 'Helped' },
    files: { build: { name: 'b.zip', bytes: build('helped') } },
  });
  const own = await exported(owner);
  expect(
    own.data.applications[0].versions.map((version: { uploadedByYou: boolean }) => version.uploadedByYou),
  ).toContain(false);
  const helpers = await exported(helper);
  expect(helpers.data.applications).toEqual([]);
  expect(helpers.data.versionsForAppsOfOthers).toMatchObject([{ version: '2', changelog: 'Helped' }]);
  expect([...helpers.files.keys()]).toEqual(['data.json']);
  const text = own.files.get('data.json')?.toString() ?? '';
  for (const secret of [helper.id, helper.email, owner.cookie.split('=')[1] ?? '', 'secret', 'hash'])
    expect(text).not.toContain(secret);
});

test('it requires a sign-in within the last ten minutes', async () => {
  expect((await visitor(server).fetch(exportPath)).json()).toMatchObject({ code: 'unauthenticated' });
  const stale = await signIn(server, 'Stale');
  server.clock.advance(freshSignInMilliseconds);
  const refused = await stale.fetch(exportPath);
  expect(refused.status).toBe(401);
  expect(refused.json()).toMatchObject({ code: 'fresh_sign_in_required' });
  expect((await stale.call(getOwnedContent)).freshSignIn).toBe(false);
  await expect(stale.call(checkExport)).rejects.toMatchObject({ code: 'fresh_sign_in_required' });
  await expect(visitor(server).call(checkExport)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('no other site and no game can make a browser fetch it', async () => {
  const ada = await signIn(server, 'Ada');
  for (const site of ['cross-site', 'same-site']) {
    const answer = await ada.fetch(exportPath, { headers: { 'sec-fetch-site': site } });
    expect(answer.json()).toMatchObject({ code: 'cross_site' });
  }
});

test('hundreds of apps are read in pages, each with its file', async () => {
  const many = await signIn(server, 'Prolific');
  const first = await addAppWith(many, Buffer.from('build'), 'App 0');
  for (let index = 1; index < 250; index++) await addApp(server, many, { id: newId(), name: `App ${index}` });
  const { files, data } = await exported(many);
  expect(files.size).toBe(251);
  expect(data.applications).toHaveLength(250);
  expect(data.applications.map(({ id }: { id: string }) => id)).toContain(first);
  expect(new Set([...files.values()].slice(1).map(String))).toEqual(new Set(['build']));
});

test('a slow reader pauses reading from the store, and a disconnect stops it', async () => {
  const ada = await signIn(server, 'Patient');
  const size = 64 * 1_048_576;
  await addAppWith(ada, Buffer.alloc(size, 'x'), 'Large');
  const gets = vi.spyOn(await builtinStore(server.context), 'get');
  const answer = await begin(ada);
  await vi.waitFor(() => expect(gets).toHaveBeenCalledTimes(1));
  const source = (await gets.mock.results[0]?.value) as ReadStream;
  await sleep(500);
  expect(source.bytesRead).toBeLessThan(size / 2);
  const second = await ada.fetch(exportPath);
  expect(second.status).toBe(429);
  expect(second.json()).toMatchObject({ error: 'Your data is already being downloaded.' });
  await expect(ada.call(checkExport)).rejects.toMatchObject({
    code: 'too_many_requests',
    message: 'Your data is already being downloaded.',
  });
  const other = await signIn(server, 'Not in the way');
  expect(await other.call(checkExport)).toEqual({ success: true });
  expect(source.destroyed).toBe(false);
  answer.destroy();
  await vi.waitFor(() => expect(source.destroyed).toBe(true));
  expect(await ada.call(checkExport)).toEqual({ success: true });
  expect(source.bytesRead).toBeLessThan(size / 2);
  gets.mockRestore();
  const whole = await exported(ada);
  expect([...whole.files.values()].at(-1)?.length).toBe(size);
});

test('a missing file aborts the download instead of completing it', async () => {
  const ada = await signIn(server, 'Unlucky');
  await addAppWith(ada, Buffer.from('lost'), 'Lost');
  const errors = vi.spyOn(server.context.log, 'error').mockImplementation(() => {});
  vi.spyOn(await builtinStore(server.context), 'get').mockRejectedValueOnce(new Error('No such blob.'));
  await expect(ada.fetch(exportPath)).rejects.toThrow();
  await vi.waitFor(() => expect(errors).toHaveBeenCalledTimes(1));
  errors.mockRestore();
  await exported(ada);
});
