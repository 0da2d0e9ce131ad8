import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { countApplications, listCreators } from '#shared/apps/app-list.ts';
import {
  type Application,
  deleteApplication,
  getApplication,
  listApplications,
  updateApplication,
} from '#shared/apps/apps.ts';
import {
  bringApplicationBack,
  listReported,
  listReports,
  reportApplication,
  takeApplicationOffline,
} from '#shared/contact/reports.ts';
import { deleteOrganization, getOrganization } from '#shared/orgs/orgs.ts';
import { approveVersion, createVersion } from '#shared/versions/versions.ts';
import { heard, makeApp } from '../../delivery/test-build.ts';
import { newId } from '../../platform/ids.ts';
import { type Following, follow } from '../../testing/http/event-stream.ts';
import { Player } from '../../testing/http/player.ts';
import { addApp } from '../../testing/people/apps.ts';
import { endPlan, renewPlan } from '../../testing/people/offline.ts';
import { addOrganization } from '../../testing/people/organizations.ts';
import { type Person, signIn, type Visitor, visitor } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { makePicture } from '../apps/thumbnails/testing.ts';

let server: TestServer;
let ada: Person;
let bob: Person;
let root: Person;
let anybody: Visitor;
const streams: Following[] = [];

async function begin(env: Record<string, string> = {}): Promise<void> {
  server = await startServer({ env, log: () => {} });
  ada = await signIn(server, 'Ada');
  bob = await signIn(server, 'Bob');
  root = await signIn(server, 'Root', { role: 'admin' });
  anybody = visitor(server);
}
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  await server.close();
});

const reason = 'It asks players for their passwords.';
const take = (app: { id: string }, who: Visitor = root) =>
  who.call(takeApplicationOffline, { params: { id: app.id }, body: { reason } });
const bring = (app: { id: string }, who: Visitor = root) =>
  who.call(bringApplicationBack, { params: { id: app.id } });
const see = (who: Visitor, app: { id: string }, key?: string): Promise<Application> =>
  who.call(getApplication, { params: { id: app.id }, query: { key } });
const listed = async (who: Visitor) =>
  (await who.call(listApplications, { query: { limit: 100 } })).items.map(({ id }) => id);
const mails = () => server.context.db.selectFrom('mails').selectAll().orderBy('created_at').execute();
const notFound = { code: 'app_not_found' };

describe('a takedown', () => {
  beforeEach(() => begin());

  test('requires an administrator and a reason, and happens once', async () => {
    const app = await addApp(server, ada, { isPublic: true });
    for (const call of [() => take(app, ada), () => take(app, bob), () => bring(app, ada)])
      await expect(call()).rejects.toMatchObject({ code: 'forbidden' });
    for (const call of [() => take(app, anybody), () => bring(app, anybody)])
      await expect(call()).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(
      root.call(takeApplicationOffline, { params: { id: app.id }, body: { reason: ' \n ' } }),
    ).rejects.toMatchObject({ fields: { reason: 'Please give a reason' } });
    await expect(take({ id: newId() })).rejects.toMatchObject(notFound);
    await expect(bring(app)).rejects.toMatchObject({ code: 'conflict' });
    expect((await see(anybody, app)).takenDown).toBeNull();
    const at = server.clock.now().toISOString();
    expect(await take(app)).toEqual({ success: true, takenDown: { at, reason } });
    await expect(take(app)).rejects.toMatchObject({ code: 'conflict' });
    await bring(app);
    await expect(bring(app)).rejects.toMatchObject({ code: 'conflict' });
    expect(await see(anybody, app)).toMatchObject({ isPublic: true, takenDown: null });
  });

  test('hides the app from all but its owner and administrators, who see the reason', async () => {
    const { id: organizationId } = await addOrganization(server, bob, { isPublic: true });
    const app = await addApp(server, ada, { isPublic: true, organizationId });
    await take(app);
    for (const who of [anybody, bob]) {
      await expect(see(who, app)).rejects.toMatchObject(notFound);
      await expect(see(who, app, app.shareKey)).rejects.toMatchObject(notFound);
      expect(await listed(who)).toEqual([]);
      expect(await who.call(countApplications)).toMatchObject({ count: 0 });
      expect((await who.call(listCreators)).items).toEqual([]);
    }
    const { applications } = await bob.call(getOrganization, { params: { id: organizationId } });
    expect(applications).toBe(0);
    const embed = await anybody.fetch(`/embed/${app.id}`);
    expect(embed.status).toBe(404);
    const shown = await see(ada, app);
    expect(shown).toMatchObject({
      isPublic: false,
      wantsPublic: true,
      isOffline: false,
      shareUrl: null,
      takenDown: { at: server.clock.now().toISOString(), reason },
      can: { play: false, edit: true, update: true, delete: true, approve: false },
    });
    expect(await see(root, app)).toMatchObject({ takenDown: { reason }, can: { play: true } });
    expect(await listed(ada)).toEqual([app.id]);
    await bring(app);
    expect(await see(bob, app)).toMatchObject({ isPublic: true, takenDown: null });
    expect(await listed(anybody)).toEqual([app.id]);
  });

  test('mails its owner the reason and the restoration, in the same transaction', async () => {
    const app = await addApp(server, ada, { isPublic: true, name: 'Pong <b>' });
    await take(app);
    expect(await mails()).toMatchObject([
      { to_address: 'ada@example.test', subject: 'Pong <b> was taken offline', state: 'waiting' },
    ]);
    const [mail] = await mails();
    expect(mail?.text).toContain(reason);
    expect(mail?.text).toContain(`${server.context.config.publicUrl}/play/${app.id}`);
    expect(mail?.html).not.toContain('<b>');
    await bring(app);
    // The one before has not left yet, and is not true any more.
    expect(await mails()).toMatchObject([{ subject: 'Pong <b> is online again' }]);
    await server.context.db.updateTable('mails').set({ state: 'sent' }).execute();
    await take(app);
    expect(await mails()).toHaveLength(2);
  });

  test('mails nobody about the administrator’s own app, nor to an unverified address', async () => {
    const own = await addApp(server, root);
    await take(own);
    expect(await see(root, own)).toMatchObject({ can: { play: true, edit: true } });
    await server.context.db.updateTable('users').set({ email_verified: false }).execute();
    await take(await addApp(server, ada));
    expect(await mails()).toEqual([]);
  });

  test('is recorded with its reason and decides the open reports', async () => {
    const app = await addApp(server, ada, { isPublic: true });
    await bob.call(reportApplication, { body: { applicationId: app.id, reason: 'malware' } });
    await take(app);
    await bring(app);
    expect((await root.call(listReported)).items).toEqual([]);
    const { items } = await root.call(listReports, { params: { applicationId: app.id } });
    expect(items).toMatchObject([{ state: 'upheld', note: reason, decidedBy: { id: root.id } }]);
    const log = server.context.db.selectFrom('audit_log').selectAll().where('target_id', '=', app.id);
    const rows = await log.execute();
    expect(new Map(rows.map((row) => [row.action, row]))).toEqual(
      new Map([
        ['report.uphold', expect.objectContaining({ before: { reports: 1 }, reason })],
        [
          'application.take-offline',
          expect.objectContaining({
            actor_id: root.id,
            before: { isOffline: false, isPublic: true },
            after: { isOffline: true, isPublic: false },
            reason,
          }),
        ],
        [
          'application.bring-back',
          expect.objectContaining({ after: { isOffline: false, isPublic: true }, reason: null }),
        ],
      ]),
    );
  });

  test('prevents further reports', async () => {
    const app = await addApp(server, ada, { isPublic: true });
    await take(app);
    await bob.call(reportApplication, { body: { applicationId: app.id, reason: 'malware' } });
    expect((await root.call(listReported)).items).toEqual([]);
  });

  test('changes the address of the picture', async () => {
    const app = await addApp(server, ada, { isPublic: true });
    const thumbnail = { name: 'p.png', bytes: await makePicture('png') };
    await ada.call(updateApplication, { params: { id: app.id }, body: {}, files: { thumbnail } });
    const before = (await see(anybody, app)).thumbnailUrl ?? '';
    expect((await anybody.fetch(before)).status).toBe(200);
    await take(app);
    expect((await anybody.fetch(before)).status).toBe(404);
  });
});

describe('during a takedown', () => {
  let app: Awaited<ReturnType<typeof addApp>>;
  beforeEach(async () => {
    await begin();
    app = await addApp(server, ada, { isPublic: true });
    await take(app);
  });
  const isHidden = async () => {
    await expect(see(bob, app)).rejects.toMatchObject(notFound);
    await expect(see(anybody, app, app.shareKey)).rejects.toMatchObject(notFound);
    expect(await see(ada, app)).toMatchObject({ isPublic: false, takenDown: { reason } });
  };
  const edit = (body: object, who: Person = ada) =>
    who.call(updateApplication, { params: { id: app.id }, body });

  test('the owner changes future settings, not the current state', async () => {
    for (const isPublic of [false, true]) {
      expect(await edit({ isPublic, name: 'New' })).toMatchObject({ isPublic: false, wantsPublic: isPublic });
      await isHidden();
    }
    await edit({ isPublic: false });
    await bring(app);
    expect(await see(ada, app)).toMatchObject({ isPublic: false, wantsPublic: false, name: 'New' });
    await expect(see(bob, app)).rejects.toMatchObject(notFound);
    await see(anybody, app, app.shareKey);
  });

  test('the owner uploads a version that is active after the restoration', async () => {
    const build = { name: 'next.html', bytes: '<!doctype html><title>Next</title>' };
    const { version } = await ada.call(createVersion, {
      params: { id: app.id },
      body: { changelog: 'Mended' },
      files: { build },
    });
    await isHidden();
    await bring(app);
    expect(await see(anybody, app)).toMatchObject({ version: version.version });
  });

  test('the app is offline until both takedown and plan end are over, in any order', async () => {
    await endPlan(server, ada);
    expect(await see(ada, app)).toMatchObject({
      isOffline: true,
      takenDown: { reason },
      can: { edit: false },
    });
    await renewPlan(server, ada);
    await isHidden();
    await endPlan(server, ada);
    await bring(app);
    expect(await see(ada, app)).toMatchObject({ isOffline: true, takenDown: null, isPublic: false });
    await expect(see(bob, app)).rejects.toMatchObject(notFound);
    expect((await mails()).at(-1)?.text).toContain('Choose a plan to restore it');
    await renewPlan(server, ada);
    expect(await see(anybody, app)).toMatchObject({ isPublic: true, isOffline: false });
  });

  test('a move to another organization, with approval or not, keeps it offline', async () => {
    const open = await addOrganization(server, ada);
    const asking = await addOrganization(server, bob, { requireApproval: true, members: [[ada, 'member']] });
    expect(await edit({ organizationId: open.id })).toMatchObject({ organizationId: open.id });
    await isHidden();
    expect(await edit({ organizationId: asking.id })).toMatchObject({ approval: 'pending' });
    await isHidden();
    const params = { id: app.id, versionId: app.activeVersionId };
    await expect(bob.call(approveVersion, { params })).rejects.toMatchObject(notFound);
    await bring(app);
    expect((await mails()).at(-1)?.text).toContain('approval');
    expect(await see(ada, app)).toMatchObject({ isPublic: false, wantsPublic: true, approval: 'pending' });
    await expect(see(anybody, app)).rejects.toMatchObject(notFound);
    await bob.call(approveVersion, { params });
    expect(await see(anybody, app)).toMatchObject({ isPublic: true });
  });

  test('an administrator’s approval does not restore it', async () => {
    const asking = await addOrganization(server, bob, { requireApproval: true, members: [[ada, 'member']] });
    await edit({ organizationId: asking.id });
    await root.call(approveVersion, { params: { id: app.id, versionId: app.activeVersionId } });
    await isHidden();
    await bring(app);
    expect(await see(anybody, app)).toMatchObject({ isPublic: true });
  });

  test('it stays with its owner if others delete its organization', async () => {
    const { id } = await addOrganization(server, bob, { members: [[ada, 'member']] });
    await edit({ organizationId: id });
    await bob.call(deleteOrganization, { params: { id }, query: {} });
    await isHidden();
    expect(await see(ada, app)).toMatchObject({ organizationId: null });
  });

  test('its owner can delete it', async () => {
    await ada.call(deleteApplication, { params: { id: app.id } });
    await expect(see(root, app)).rejects.toMatchObject(notFound);
    await expect(bring(app)).rejects.toMatchObject(notFound);
  });

  test('the administrator who decided it can be deleted', async () => {
    await server.context.db.deleteFrom('users').where('id', '=', root.id).execute();
    await isHidden();
    root = await signIn(server, 'Another', { role: 'admin' });
    await bring(app);
    await see(anybody, app);
  });
});

describe.each([
  ['on an origin of its own', {}],
  ['below Flux’s own host', { FLUX_CONTENT_ORIGIN: 'same-host' }],
])('%s', (_where, env) => {
  beforeEach(() => begin(env));

  test('players get no further file within seconds, and open pages are notified', async () => {
    const build = {
      'index.html': { content: '<!doctype html><title>Game</title>', type: 'text/html' },
      'level.json': { content: '{}' },
    };
    const open = await makeApp(server, ada.id, build);
    const shut = await makeApp(server, ada.id, build, { isPublic: false });
    const ways: [address: string, cookie?: string][] = [
      [`/serve/${open.appId}`],
      [`/serve/${shut.appId}?key=${shut.shareKey}`],
      [`/serve/${shut.appId}`, ada.cookie],
    ];
    const pages = await Promise.all(
      ways.map(([address, cookie]) => new Player(server).open(address, cookie)),
    );
    const statuses = () =>
      Promise.all(pages.map(async (shown) => (await shown.load(`level.json?${Math.random()}`)).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    const following = await Promise.all([follow(server), follow(server, ada.cookie)]);
    streams.push(...following);
    await vi.waitFor(() => expect(following.map(({ events }) => events.length)).toEqual([1, 1]), 60_000);
    const before = performance.now();
    for (const id of [open.appId, shut.appId]) await take({ id });
    await vi.waitFor(async () => expect(await statuses()).toEqual([404, 404, 404]), 60_000);
    expect(performance.now() - before).toBeLessThan(5_000);
    await vi.waitFor(() => {
      expect(following[0]?.events.slice(1)).toEqual([{ kind: 'removed', id: open.appId }]);
      expect(following[1]?.events.slice(1).map(({ kind }) => kind)).toEqual(['edited', 'edited']);
    }, 60_000);
    for (const id of [open.appId, shut.appId]) await bring({ id });
    await heard(server.context, open.appId);
    await vi.waitFor(async () => expect(await statuses()).toEqual([200, 200, 200]), 60_000);
    // Lists get one event per second for an application.
    await vi.waitFor(
      () => expect(following[0]?.events.at(-1)).toEqual({ kind: 'published', id: open.appId }),
      60_000,
    );
  });
});
