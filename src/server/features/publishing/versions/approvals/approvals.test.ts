import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makePicture } from '#server/features/apps/thumbnails/testing.ts';
import { newId } from '#server/platform/ids.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn, type Visitor, visitor } from '#server/testing/people/people.ts';
import { publishApp } from '#server/testing/people/publish.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import {
  type Application,
  deleteApplication,
  getApplication,
  listApplications,
  renewShareKey,
  updateApplication,
} from '#shared/apps/apps.ts';
import {
  activateVersion,
  approveVersion,
  createVersion,
  deleteVersion,
  listVersions,
  sendVersionBack,
  type Version,
} from '#shared/versions/versions.ts';

let server: TestServer;
/** Owner, admin, plain member and viewer of one organization that asks for approval, and somebody else. */
let ada: Person;
let abe: Person;
let bob: Person;
let vic: Person;
let eve: Person;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  const names = ['ada', 'abe', 'bob', 'vic', 'eve'].map((name) => `${name} ${newId()}`);
  const people = await Promise.all(names.map((name) => signIn(server, name)));
  [ada, abe, bob, vic, eve] = people as [Person, Person, Person, Person, Person];
  const members = [
    [abe, 'admin'],
    [bob, 'member'],
    [vic, 'viewer'],
  ] as const;
  organizationId = (await addOrganization(server, ada, { members, requireApproval: true })).id;
});
afterAll(() => server.close());

const build = () => ({ name: 'game.html', bytes: `<!doctype html><title>${newId()}</title>` });

const create = (who: Person, body: object = {}): Promise<Application> =>
  publishApp(who, { body: { organizationId, ...body }, files: { build: build() } });

async function update(who: Person, { id }: { id: string }): Promise<Version> {
  // So that the order of the versions is that of their making.
  server.clock.advance(1000);
  const input = { params: { id }, body: { changelog: 'New' }, files: { build: build() } };
  return (await who.call(createVersion, input)).version;
}

const see = (who: Visitor, { id }: { id: string }) => who.call(getApplication, { params: { id } });
const history = async (who: Person, { id }: { id: string }) =>
  (await who.call(listVersions, { params: { id } })).versions;

async function firstOf(who: Person, app: { id: string }): Promise<{ id: string; versionId: string }> {
  return { id: app.id, versionId: (await history(who, app)).at(-1)?.id ?? '' };
}

const approve = (who: Visitor, params: { id: string; versionId: string }) =>
  who.call(approveVersion, { params });
const sendBack = (who: Visitor, params: { id: string; versionId: string }, note = 'Louder, please.') =>
  who.call(sendVersionBack, { params, body: { note } });
const move = (who: Person, { id }: { id: string }, target: { id: string }) =>
  who.call(updateApplication, { params: { id }, body: { organizationId: target.id } });

const listed = async (who: Visitor, { id }: { id: string }) =>
  (await who.call(listApplications, { query: { limit: 100 } })).items.some((app) => app.id === id);

const notFound = { code: 'app_not_found' };

describe('a new application of a plain member', () => {
  test('is private whatever was asked, for its owner and those who decide alone', async () => {
    const app = await create(bob, { isPublic: true });
    expect(app).toMatchObject({
      isPublic: false,
      wantsPublic: true,
      approval: 'pending',
      shareUrl: null,
      organizationId,
      can: { edit: true, update: true, delete: true, approve: false },
    });
    for (const who of [ada, abe]) {
      expect(await see(who, app)).toMatchObject({ approval: 'pending', can: { approve: true } });
      expect(await listed(who, app)).toBe(true);
    }
    expect(await listed(bob, app)).toBe(true);
    for (const who of [vic, eve, visitor(server)]) {
      await expect(see(who, app)).rejects.toMatchObject(notFound);
      expect(await listed(who, app)).toBe(false);
    }
    await expect(bob.call(renewShareKey, { params: { id: app.id } })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('becomes public with its approval where it was to be, and its mark goes', async () => {
    const app = await create(bob, { isPublic: true });
    await approve(abe, await firstOf(bob, app));
    expect(await see(visitor(server), app)).toMatchObject({ isPublic: true, approval: null });
    expect(await see(bob, app)).toMatchObject({ approval: 'approved', wantsPublic: false });
    expect(await listed(eve, app)).toBe(true);
  });

  test('stays private with its approval where that was wanted, and its link works', async () => {
    const app = await create(bob);
    await approve(ada, await firstOf(bob, app));
    const shown = await see(bob, app);
    expect(shown.isPublic).toBe(false);
    const key = new URL(shown.shareUrl ?? '').searchParams.get('key') ?? '';
    await eve.call(getApplication, { params: { id: app.id }, query: { key } });
    expect(await listed(vic, app)).toBe(true);
    expect(await listed(eve, app)).toBe(false);
  });

  test('changes its wish to be public by an edit, and no edit makes it public', async () => {
    const app = await create(bob);
    const set = (isPublic: boolean) =>
      bob.call(updateApplication, { params: { id: app.id }, body: { isPublic, name: 'New' } });
    expect(await set(true)).toMatchObject({ isPublic: false, wantsPublic: true });
    expect(await set(false)).toMatchObject({ isPublic: false, wantsPublic: false });
    expect(await set(true)).toMatchObject({ isPublic: false, wantsPublic: true });
    await bob.call(updateApplication, { params: { id: app.id }, body: { description: 'New' } });
    await approve(ada, await firstOf(bob, app));
    expect(await see(eve, app)).toMatchObject({ isPublic: true, name: 'New', description: 'New' });
  });

  test('is sent back with a word why, and approved by a better version', async () => {
    const app = await create(bob, { isPublic: true });
    const first = await firstOf(bob, app);
    await sendBack(ada, first);
    expect(await see(bob, app)).toMatchObject({ approval: 'sent-back', isPublic: false });
    expect(await history(bob, app)).toMatchObject([
      { approval: 'sent-back', approvalNote: 'Louder, please.', can: { approve: false } },
    ]);
    const better = await update(bob, app);
    expect(better).toMatchObject({ approval: 'pending', isActive: false });
    expect(await see(bob, app)).toMatchObject({ approval: 'pending' });
    await approve(abe, { id: app.id, versionId: better.id });
    expect(await see(eve, app)).toMatchObject({ isPublic: true, version: better.version });
    await bob.call(deleteVersion, { params: first });
    expect(await history(bob, app)).toHaveLength(1);
  });

  test('may be deleted by whoever uploaded it', async () => {
    const app = await create(bob);
    await bob.call(deleteApplication, { params: { id: app.id } });
    await expect(see(ada, app)).rejects.toMatchObject(notFound);
  });
});

describe('a new version by a plain member', () => {
  test('is kept and waits, while everybody goes on with the one before', async () => {
    const app = await create(bob, { isPublic: true });
    await approve(ada, await firstOf(bob, app));
    const version = await update(bob, app);
    expect(version).toMatchObject({
      approval: 'pending',
      isActive: false,
      can: { activate: false, delete: true, approve: false },
    });
    expect(await see(eve, app)).toMatchObject({ version: '1.0.0', approval: null });
    expect(await see(bob, app)).toMatchObject({ version: '1.0.0', approval: 'pending', isPublic: true });
    expect((await history(ada, app))[0]).toMatchObject({ can: { activate: true, approve: true } });
    const activate = (who: Person) =>
      who.call(activateVersion, { body: { appId: app.id, versionId: version.id } });
    await expect(activate(bob)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('waits for approval'),
    });
    await sendBack(abe, { id: app.id, versionId: version.id });
    expect(await see(bob, app)).toMatchObject({ approval: 'sent-back', version: '1.0.0' });
    // It waits for nobody: they are told that it was sent back, and why.
    await expect(activate(bob)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'Please upload another version. This one was sent back: “Louder, please.”',
    });
    // To make it the active one is to approve it.
    await activate(ada);
    expect((await history(bob, app))[0]).toMatchObject({
      approval: 'approved',
      approvalNote: '',
      isActive: true,
    });
    expect(await see(eve, app)).toMatchObject({ version: version.version });
  });

  test('may be deleted by them', async () => {
    const app = await create(bob);
    await approve(ada, await firstOf(bob, app));
    const version = await update(bob, app);
    await bob.call(deleteVersion, { params: { id: app.id, versionId: version.id } });
    expect(await see(bob, app)).toMatchObject({ approval: 'approved' });
  });
});

test('who decides waits for nobody, and what they upload to an application that waits approves it', async () => {
  for (const who of [ada, abe]) {
    const app = await create(who, { isPublic: true });
    expect(app).toMatchObject({ isPublic: true, approval: 'approved' });
    expect(await update(who, app)).toMatchObject({ approval: 'approved', isActive: true });
  }
  const waiting = await create(bob, { isPublic: true });
  expect(await update(abe, waiting)).toMatchObject({ approval: 'approved', isActive: true });
  expect(await see(eve, waiting)).toMatchObject({ isPublic: true });
  const root = await signIn(server, 'root', { role: 'admin' });
  expect(await create(root, { isPublic: true })).toMatchObject({ isPublic: true, approval: 'approved' });
});

test('what waits goes on waiting when nobody asks any more, and can still be approved', async () => {
  const app = await create(bob, { isPublic: true });
  await server.context.db
    .updateTable('organizations')
    .set({ require_approval: false })
    .where('id', '=', organizationId)
    .execute();
  await expect(see(vic, app)).rejects.toMatchObject(notFound);
  expect(await update(bob, app)).toMatchObject({ approval: 'pending', isActive: false });
  expect(await create(bob, { isPublic: true })).toMatchObject({ isPublic: true, approval: 'approved' });
  await approve(ada, await firstOf(bob, app));
  expect(await see(vic, app)).toMatchObject({ isPublic: true });
});

test('of two who decide at once the second hears of it', async () => {
  const app = await create(bob, { isPublic: true });
  const first = await firstOf(bob, app);
  for (let round = 0; round < 5; round += 1) {
    const { id: versionId } = round === 0 ? { id: first.versionId } : await update(bob, app);
    const params = { id: app.id, versionId };
    const outcomes = await Promise.allSettled([
      approve(ada, params),
      sendBack(abe, params),
      approve(abe, params),
    ]);
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(refused).toEqual(['conflict', 'conflict']);
    const decided = (await history(ada, app)).find(({ id }) => id === versionId);
    const wasApproved = outcomes.some(({ status }, index) => index !== 1 && status === 'fulfilled');
    // The first one of an application has its place, whatever comes of it.
    expect(decided).toMatchObject(
      wasApproved
        ? { approval: 'approved', isActive: true }
        : { approval: 'sent-back', isActive: round === 0 },
    );
  }
});

describe('taking an application elsewhere', () => {
  let own: { id: string };
  beforeEach(async () => {
    own = await addOrganization(server, bob);
  });

  test('ends no waiting: it is approved where it comes to', async () => {
    const app = await create(bob, { isPublic: true });
    const moved = await move(bob, app, own);
    expect(moved).toMatchObject({ isPublic: false, approval: 'pending', organizationId: own.id });
    await expect(see(ada, app)).rejects.toMatchObject(notFound);
    await approve(bob, await firstOf(bob, app));
    expect(await see(eve, app)).toMatchObject({ isPublic: true });
  });

  test('brings nothing that was approved elsewhere past those who decide here', async () => {
    const app = await create(bob, { isPublic: true, organizationId: own.id });
    const second = await update(bob, app);
    expect(await see(eve, app)).toMatchObject({ isPublic: true });
    const moved = await move(bob, app, { id: organizationId });
    expect(moved).toMatchObject({ isPublic: false, wantsPublic: true, approval: 'pending', shareUrl: null });
    await expect(see(eve, app)).rejects.toMatchObject(notFound);
    expect((await history(ada, app)).map(({ approval }) => approval)).toEqual(['pending', 'pending']);
    const first = await firstOf(bob, app);
    const body = { appId: app.id, versionId: first.versionId };
    await expect(bob.call(activateVersion, { body })).rejects.toMatchObject({ code: 'forbidden' });
    await approve(ada, { id: app.id, versionId: second.id });
    expect(await see(eve, app)).toMatchObject({ isPublic: true, version: second.version });
  });

  test('is for its owner and the owner of its organization, to where they may upload', async () => {
    const app = await create(abe);
    const elsewhere = await addOrganization(server, eve, { members: [[abe, 'viewer']] });
    for (const target of [elsewhere, { id: newId() }])
      await expect(move(abe, app, target)).rejects.toMatchObject({
        fields: { organizationId: 'Please select an organization' },
      });
    const theirs = await create(bob);
    const abes = await addOrganization(server, abe);
    await expect(move(abe, theirs, abes)).rejects.toMatchObject({
      code: 'forbidden',
      fields: { organizationId: expect.any(String) },
    });
    // Sent as it is, it moves nothing.
    expect(await move(abe, theirs, { id: organizationId })).toMatchObject({ organizationId });
    const adas = await addOrganization(server, ada);
    expect(await move(ada, theirs, adas)).toMatchObject({ organizationId: adas.id });
  });

  test('is answered as done also where whoever took it there does not see it any more', async () => {
    const app = await create(bob, { isPublic: true });
    const thumbnail = { name: 'cover.png', type: 'image/png', bytes: await makePicture('png') };
    await bob.call(updateApplication, { params: { id: app.id }, body: {}, files: { thumbnail } });
    const asking = await addOrganization(server, eve, { requireApproval: true, members: [[ada, 'member']] });
    expect(await move(ada, app, asking)).toMatchObject({
      organizationId: asking.id,
      isPublic: false,
      uploadedByEmail: null,
      build: null,
      // The address of a picture is all that it takes to see it.
      thumbnailUrl: null,
      thumbnailLargeUrl: null,
      fileUrl: null,
      can: { play: false, edit: false, update: false, delete: false, approve: false },
    });
    await expect(see(ada, app)).rejects.toMatchObject(notFound);
    expect(await see(bob, app)).toMatchObject({
      organizationId: asking.id,
      approval: 'pending',
      thumbnailUrl: expect.any(String),
      fileUrl: expect.any(String),
    });
  });
});

describe.each([
  ['approve', (who: Visitor, params: { id: string; versionId: string }) => approve(who, params)],
  ['send back', (who: Visitor, params: { id: string; versionId: string }) => sendBack(who, params)],
])('to %s', (_name, decide) => {
  test('is refused to visitors, members and strangers, and for what is not there or does not wait', async () => {
    const app = await create(bob, { isPublic: true });
    const params = await firstOf(bob, app);
    await expect(decide(visitor(server), params)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(decide(bob, params)).rejects.toMatchObject({ code: 'forbidden' });
    for (const who of [vic, eve]) await expect(decide(who, params)).rejects.toMatchObject(notFound);
    for (const id of [newId(), 'x'])
      await expect(decide(ada, { ...params, id })).rejects.toMatchObject(notFound);
    const others = await firstOf(ada, await create(ada));
    for (const versionId of [newId(), 'x', others.versionId])
      await expect(decide(ada, { ...params, versionId })).rejects.toMatchObject({
        code: 'version_not_found',
      });
    await decide(ada, params);
    await expect(decide(ada, params)).rejects.toMatchObject({ code: 'conflict' });
  });
});

test.each([
  [{}, /./],
  [{ note: '  ' }, 'Please write what has to change'],
  [{ note: 'x'.repeat(1001) }, 'Please keep the note under 1,000 characters'],
])('sending back with %j is refused', async (body, sentence) => {
  const params = await firstOf(bob, await create(bob));
  const sent = ada.call(sendVersionBack, { params, body: body as never });
  await expect(sent).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { note: expect.stringMatching(sentence) },
  });
});
