import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getCounts } from '#shared/admin/admin.ts';
import { deleteApplication } from '#shared/apps/apps.ts';
import {
  dismissReports,
  listReported,
  listReports,
  reportApplication,
  takeApplicationOffline,
} from '#shared/contact/reports.ts';
import { newId } from '../../platform/ids.ts';
import { rowsWith } from '../../testing/measures/rows-with.ts';
import { addApp } from '../../testing/people/apps.ts';
import { type Person, signIn, type TestInput, type Visitor, visitor } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { lockSubmissions } from '../submission-quota/store.ts';
import { pruneSubmissions } from '../submission-quota/submission-quota.ts';
import { hourlyReports } from './quota.ts';

let server: TestServer;
let ada: Person;
let bob: Person;
let root: Person;
let anybody: Visitor;

beforeEach(async () => {
  server = await startServer({ env: { FLUX_TRUSTED_PROXIES: '127.0.0.1' } });
  ada = await signIn(server, 'Ada');
  bob = await signIn(server, 'Bob');
  root = await signIn(server, 'Root', { role: 'admin' });
  anybody = visitor(server);
});
afterEach(() => server.close());

const publish = (fields = {}) => addApp(server, ada, { isPublic: true, ...fields });

type Body = NonNullable<TestInput<typeof reportApplication>['body']>;
const report = (who: Visitor, app: { id: string }, body: Partial<Body> = {}) =>
  who.call(reportApplication, { body: { applicationId: app.id, reason: 'broken', ...body } });

/** As a visitor from somewhere else. */
const reportFrom = (address: string, app: { id: string }, body: Partial<Body> = {}) =>
  anybody.fetch(reportApplication.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ applicationId: app.id, reason: 'broken', ...body }),
  });

const queue = async (query = {}) => (await root.call(listReported, { query })).items;
const reportsOf = async (app: { id: string }, query = {}) =>
  (await root.call(listReports, { params: { applicationId: app.id }, query })).items;
const dismiss = (app: { id: string }, who: Visitor = root) =>
  who.call(dismissReports, { params: { applicationId: app.id }, body: { note: 'All is well.' } });

describe('a report', () => {
  test('shows sender, reason and text to administrators only', async () => {
    const app = await publish({ name: 'Pong', description: 'A game' });
    expect(await report(bob, app, { reason: 'copyright', details: 'The music is mine.' })).toEqual({
      success: true,
    });
    expect(await queue()).toMatchObject([
      {
        application: {
          id: app.id,
          name: 'Pong',
          isPublic: true,
          owner: { uid: ada.id, displayName: 'Ada', email: ada.email },
          organization: null,
          version: '1.0.0',
          takenDown: null,
        },
        count: 1,
        reasons: { copyright: 1 },
        newest: {
          reason: 'copyright',
          details: 'The music is mine.',
          reporter: { id: bob.id, name: 'Bob', email: bob.email },
          email: null,
          state: 'open',
          decidedBy: null,
          note: '',
        },
      },
    ]);
    expect(await root.call(getCounts)).toMatchObject({ openReports: 1 });
    for (const who of [ada, bob])
      for (const ask of [
        () => who.call(listReported),
        () => who.call(listReports, { params: { applicationId: app.id } }),
        () => dismiss(app, who),
      ])
        await expect(ask()).rejects.toMatchObject({ code: 'forbidden' });
    await expect(anybody.call(listReported)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('of a visitor has the address they entered, of a user none', async () => {
    const app = await publish();
    await report(anybody, app, { email: 'eve@example.test' });
    server.clock.advance(1_000);
    await report(bob, app, { email: 'somebody.else@example.test' });
    expect(await reportsOf(app)).toMatchObject([
      { reporter: { id: bob.id }, email: null },
      { reporter: null, email: 'eve@example.test' },
    ]);
  });

  test('replaces the user’s former one', async () => {
    const app = await publish();
    const first = server.clock.now().toISOString();
    await report(anybody, app, { reason: 'malware' });
    server.clock.advance(1_000);
    await report(bob, app, { reason: 'broken', details: 'first' });
    server.clock.advance(1_000);
    await report(bob, app, { reason: 'offensive', details: 'second' });
    expect(await reportsOf(app)).toMatchObject([{ details: 'second' }, { reason: 'malware' }]);
    expect(await queue()).toMatchObject([
      {
        count: 2,
        reasons: { malware: 1, offensive: 1 },
        oldestAt: first,
        newestAt: server.clock.now().toISOString(),
        newest: { details: 'second' },
      },
    ]);
  });

  test('is one per network, even if sent concurrently', async () => {
    const app = await publish();
    const addresses = ['203.0.113.1', '203.0.113.254', '2001:db8:1::1', '2001:db8:1:ffff::2'];
    await Promise.all([...addresses, ...addresses].map((address) => reportFrom(address, app)));
    expect(await queue()).toMatchObject([{ count: 2, reasons: { broken: 2 } }]);
    await Promise.all(Array.from({ length: 5 }, () => report(bob, app)));
    expect(await queue()).toMatchObject([{ count: 3 }]);
  });

  test('hides the network, which is deleted once it is not needed', async () => {
    await reportFrom('203.0.113.77', await publish());
    expect(Object.keys(await rowsWith(server, '203.0.113.'))).toEqual(['public.submissions']);
    server.clock.advance(3_599_999);
    await pruneSubmissions(server.context);
    expect(Object.keys(await rowsWith(server, '203.0.113.'))).toEqual(['public.submissions']);
    server.clock.advance(1);
    await pruneSubmissions(server.context);
    expect(await rowsWith(server, '203.0.113.')).toEqual({});
  });

  test('is not delayed by other senders', async () => {
    const app = await publish();
    await server.context.db.transaction().execute(async (trx) => {
      await lockSubmissions(trx, 'report', { userId: null, network: '203.0.113.' });
      await lockSubmissions(trx, 'report', { userId: ada.id, network: '203.0.113.' });
      expect((await reportFrom('203.0.114.1', app)).status).toBe(200);
      await report(bob, app);
    });
    expect(await queue()).toMatchObject([{ count: 2 }]);
  });

  test.each<[string, Partial<Body>, string]>([
    ['an unknown reason', { reason: 'boring' as 'other' }, 'reason'],
    ['too many details', { details: 'x'.repeat(1_001) }, 'details'],
    ['a broken address', { email: 'eve' }, 'email'],
  ])('with %s is refused at its field', async (_what, body, field) => {
    await expect(report(anybody, await publish(), body)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { [field]: expect.any(String) },
    });
  });

  test('of a missing or invisible app is answered the same and not stored', async () => {
    const closed = await publish({ isPublic: false });
    const waiting = await publish({ isPublic: false, isApproved: false });
    for (const app of [closed, waiting, { id: newId() }, { id: 'x'.repeat(100) }, { id: '' }])
      for (const who of [anybody, bob]) {
        expect(await report(who, app)).toEqual({ success: true });
        expect(await report(who, app, { key: 'wrong' })).toEqual({ success: true });
      }
    expect(await queue()).toEqual([]);
    await report(anybody, closed, { key: closed.shareKey });
    expect(await queue()).toMatchObject([{ application: { id: closed.id, isPublic: false } }]);
  });

  test('is rate-limited, even for missing apps', async () => {
    const app = await publish();
    for (let count = 0; count < hourlyReports.account; count += 1)
      await report(bob, count % 2 ? app : { id: newId() });
    await expect(report(bob, { id: newId() })).rejects.toMatchObject({ code: 'too_many_requests' });
    await expect(report(bob, app)).rejects.toMatchObject({ code: 'too_many_requests' });
    await report(ada, app);
    for (let count = 0; count < hourlyReports.network; count += 1)
      expect((await reportFrom('203.0.113.1', app)).status).toBe(200);
    const refused = await reportFrom('203.0.113.2', app);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBe(3_600);
    expect((await reportFrom('203.0.114.1', app)).status).toBe(200);
    server.clock.advance(3_600_001);
    await report(bob, app);
    expect((await reportFrom('203.0.113.2', app)).status).toBe(200);
  });
});

describe('the queue', () => {
  test('is paged by latest report and has each application once', async () => {
    const apps = [];
    for (let index = 0; index < 5; index += 1) {
      apps.push(await publish({ name: `Game ${index}` }));
      server.clock.advance(1_000);
      await report(bob, apps[index] ?? { id: '' });
    }
    server.clock.advance(1_000);
    await report(anybody, apps[1] ?? { id: '' });
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await root.call(listReported, { query: { limit: 2, cursor } });
      names.push(...page.items.map(({ application }) => application.name));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(names).toEqual(['Game 1', 'Game 4', 'Game 3', 'Game 2', 'Game 0']);
    await expect(root.call(listReported, { query: { cursor: 'x' } })).rejects.toMatchObject({
      fields: { cursor: expect.any(String) },
    });
  });

  test('omits dismissed reports, which stay in the history with decision and reason', async () => {
    const app = await publish();
    await report(bob, app);
    server.clock.advance(1_000);
    await report(anybody, app);
    await dismiss(app);
    expect(await queue()).toEqual([]);
    expect(await root.call(getCounts)).toMatchObject({ openReports: 0 });
    expect(await reportsOf(app)).toMatchObject(
      [null, { id: bob.id }].map((reporter) => ({
        reporter,
        state: 'dismissed',
        note: 'All is well.',
        decidedBy: { id: root.id, name: 'Root' },
        decidedAt: server.clock.now().toISOString(),
      })),
    );
    await expect(dismiss(app)).rejects.toMatchObject({ code: 'conflict' });
    await expect(dismiss({ id: newId() })).rejects.toMatchObject({ code: 'app_not_found' });
    // It may be reported again.
    await report(bob, app);
    expect(await queue()).toMatchObject([{ count: 1 }]);
    expect(await reportsOf(app, { limit: 2 })).toHaveLength(2);
  });

  test('is decided once by concurrent administrators', async () => {
    const app = await publish();
    await report(bob, app);
    const outcomes = await Promise.allSettled([
      dismiss(app),
      dismiss(app),
      root.call(takeApplicationOffline, { params: { id: app.id }, body: { reason: 'No.' } }),
    ]);
    const states = new Set((await reportsOf(app)).map(({ state }) => state));
    expect(states.size).toBe(1);
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(
      states.has('dismissed') ? 2 : 1,
    );
  });

  test('omits deleted apps, and keeps reports of deleted users without their name', async () => {
    const [app, other] = [await publish(), await publish()];
    await report(bob, app);
    await report(bob, other);
    await ada.call(deleteApplication, { params: { id: app.id } });
    await server.context.db.deleteFrom('users').where('id', '=', bob.id).execute();
    expect(await queue()).toMatchObject([{ application: { id: other.id }, newest: { reporter: null } }]);
    expect(await root.call(getCounts)).toMatchObject({ openReports: 1 });
  });

  test('is recorded in the audit log when decided', async () => {
    const app = await publish({ name: 'Pong' });
    await report(bob, app);
    await dismiss(app);
    const log = server.context.db.selectFrom('audit_log').selectAll();
    const rows = await log.where('target_id', '=', app.id).execute();
    expect(rows).toMatchObject([
      {
        actor_id: root.id,
        action: 'report.dismiss',
        target_kind: 'application',
        target_id: app.id,
        target_name: 'Pong',
        before: { reports: 1 },
        reason: 'All is well.',
      },
    ]);
  });

  test('requires a reason', async () => {
    const app = await publish();
    await expect(
      root.call(dismissReports, { params: { applicationId: app.id }, body: { note: ' ' } }),
    ).rejects.toMatchObject({ fields: { note: 'Please say why' } });
  });
});
