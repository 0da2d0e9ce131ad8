import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApplication } from '#shared/apps/apps.ts';
import { createVersion } from '#shared/versions/versions.ts';
import { deleteOrganization } from '../../features/apps/of-organization/delete-organization.ts';
import { withLockedApp } from '../../features/apps/with-locked-app.ts';
import { changeOrganization } from '../../features/orgs/change.ts';
import { beginRaw, type RawRequest } from '../http/raw.ts';
import { addApp } from '../people/apps.ts';
import { type Person, signIn, viewerOf } from '../people/people.ts';
import { ownOrganization } from '../people/publish.ts';
import type { TestServer } from '../servers/server.ts';
import { ownedBy, pathOf } from './objects.ts';
import { isUnsafe, nameOf, type Route, startServerWithRoutes } from './routes.ts';
import { stored } from './stored.ts';

/** Rights that end in the middle of a request, which its sender may draw out. */
let server: TestServer;
let routes: Route[];
let ada: Person;
let admin: Person;

beforeAll(async () => {
  ({ server, routes } = await startServerWithRoutes());
  ada = await signIn(server, 'ada');
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await signIn(server, 'admin', { role: 'admin' });
  await setRole('admin');
});

const setRole = (role: 'admin' | 'user') =>
  server.context.db.updateTable('users').set({ role }).where('id', '=', admin.id).execute();
const endSessions = (person: Person) =>
  server.context.db.deleteFrom('sessions').where('user_id', '=', person.id).execute();

/** Sends all but the last byte of a body, and waits until the session was checked. */
async function allButOneByte(
  person: Person,
  asked: { method: string; path: string; body: string; type?: string }[],
): Promise<(RawRequest & { finish(): void })[]> {
  const { publicUrl } = server.context.config;
  const begun = asked.map(({ method, path, body, type = 'application/json' }) => {
    const head = [
      `${method} ${path} HTTP/1.1`,
      `Host: ${new URL(publicUrl).host}`,
      `Origin: ${publicUrl}`,
      `Cookie: ${person.cookie}`,
      `Content-Type: ${type}`,
      `Content-Length: ${body.length}`,
      'Connection: close',
    ];
    const request = beginRaw(server, `${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`);
    return { ...request, finish: () => request.write(body.slice(-1)) };
  });
  await sleep(500);
  return begun;
}

const bodies = [
  { kind: 'JSON', body: '{"name": "Taken"}' },
  {
    kind: 'a form',
    type: 'multipart/form-data; boundary=b',
    body: '--b\r\ncontent-disposition: form-data; name="name"\r\n\r\nTaken\r\n--b--',
  },
];

describe.each(bodies)('while $kind is being sent', (content) => {
  const nameNow = async (id: string) => {
    const { rows } = await server.context.pool.query('select name from apps where id = $1', [id]);
    return rows[0]?.name;
  };
  const cases: [string, () => Promise<unknown>, number, string][] = [
    ['whose session ends is nobody by its end', () => endSessions(admin), 401, 'Pong'],
    ['who administers no more sees no more than others', () => setRole('user'), 404, 'Pong'],
    ['of whom nothing is taken is served', async () => {}, 200, 'Taken'],
  ];
  test.each(cases)('a user who %s', async (_what, happen, status, name) => {
    const app = await addApp(server, ada);
    const path = `/api/applications/${app.id}`;
    const [request] = await allButOneByte(admin, [{ method: 'PATCH', path, ...content }]);
    await happen();
    request?.finish();
    expect([(await request?.answer)?.status, await nameNow(app.id)]).toEqual([status, name]);
  });
});

test('no call works for a session that ended during its body', async () => {
  const closed = routes.filter(
    (route) => isUnsafe(route) && route.endpoint && route.endpoint.access !== 'anyone',
  );
  expect(closed.length).toBeGreaterThan(40);
  const asked: { method: string; path: string; body: string }[] = [];
  for (const route of closed) {
    const path = pathOf(route, (await ownedBy(server, admin, route)) ?? undefined);
    asked.push({ method: route.method, path, body: '{ }' });
  }
  const begun = await allButOneByte(admin, asked);
  await endSessions(admin);
  const before = await stored(server);
  for (const [index, { finish, answer }] of begun.entries()) {
    finish();
    expect([nameOf(closed[index] as Route), (await answer).status]).toEqual([
      nameOf(closed[index] as Route),
      401,
    ]);
  }
  expect(await stored(server)).toEqual(before);
});

describe('an administrator demoted', () => {
  const build = { name: 'pong.html', bytes: '<!doctype html><title>Pong</title>', type: 'text/html' };
  const publications: [string, (organizationId: string, appId: string) => Promise<unknown>][] = [
    [
      'a version of somebody’s app',
      (_organizationId, id) =>
        admin.call(createVersion, {
          params: { id },
          body: { changelog: 'Taken' },
          files: { build },
        } as never),
    ],
    [
      'an app in somebody’s organization',
      (organizationId) =>
        admin.call(createApplication, { body: { name: 'Taken', organizationId }, files: { build } } as never),
    ],
  ];
  test.each(publications)('while a build is read does not publish it as %s', async (_what, publish) => {
    const app = await addApp(server, ada);
    const organizationId = await ownOrganization(ada);
    const before = await countPublished();
    const { sharedLimits } = server.context;
    const semaphore = { name: `publications of ${admin.id}`, most: 1 };
    const release = await sharedLimits.acquire(semaphore);
    const waiting = vi.spyOn(sharedLimits, 'acquire');
    const published = publish(organizationId, app.id).then(
      () => 'published',
      (error: { code: string }) => error.code,
    );
    await vi.waitFor(() => expect(waiting).toHaveBeenCalledWith(semaphore));
    await setRole('user');
    release();
    expect(await published).toBe('forbidden');
    expect(await countPublished()).toEqual(before);
  });

  test('while waiting for an app or an organization changes nothing', async () => {
    const app = await addApp(server, ada);
    const organizationId = await ownOrganization(ada);
    const viewer = await viewerOf(server, admin);
    const work = vi.fn(async () => {});
    await withLockedApp(server.context, viewer, app.id, 'edit', work);
    await changeOrganization(server.context, viewer, organizationId, 'edit', work);
    expect(work).toHaveBeenCalledTimes(2);
    await setRole('user');
    for (const change of [
      () => withLockedApp(server.context, viewer, app.id, 'edit', work),
      () => changeOrganization(server.context, viewer, organizationId, 'edit', work),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'forbidden' });
    expect(work).toHaveBeenCalledTimes(2);
  });

  test('while waiting for an organization does not delete it or move its content', async () => {
    const [id, target] = [await ownOrganization(ada), await ownOrganization(await signIn(server, 'bob'))];
    const app = await addApp(server, ada, { organizationId: id });
    const viewer = await viewerOf(server, admin);
    await setRole('user');
    for (const fate of [{ applications: 'delete' }, { applications: 'move', moveTo: target }] as const)
      await expect(deleteOrganization(server.context, viewer, id, fate)).rejects.toMatchObject({
        code: 'forbidden',
      });
    const { rows } = await server.context.pool.query('select organization_id from apps where id = $1', [
      app.id,
    ]);
    expect(rows).toEqual([{ organization_id: id }]);
    await setRole('admin');
    await deleteOrganization(server.context, viewer, id, { applications: 'move', moveTo: target });
  });

  async function countPublished() {
    const { rows } = await server.context.pool.query(
      'select (select count(*) from apps) as apps, (select count(*) from versions) as versions',
    );
    return rows[0];
  }
});
