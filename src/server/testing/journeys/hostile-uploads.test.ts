import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostileArchives } from '#fixtures/hostile.ts';
import type { Application } from '#shared/apps/apps.ts';
import { encodePath } from '../../delivery/routing/target.ts';
import { request } from '../http/request.ts';
import { watchEventLoop } from '../measures/event-loop.ts';
import { type Person, signIn } from '../people/people.ts';
import { publishApp } from '../people/publish.ts';
import { startServer, type TestServer } from '../servers/server.ts';

let server: TestServer;
let ada: Person;

beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'ada');
});
afterAll(() => server.close());

/** The first of each class that is refused; the whole list is held to the ingest itself, beside it. */
const refused = [...Map.groupBy(hostileArchives, ({ threat }) => threat).values()].flatMap((archives) =>
  archives.filter(({ outcome }) => 'refused' in outcome).slice(0, 1),
);
const reserved = hostileArchives.filter(({ threat, outcome }) => threat === 'T25' && 'published' in outcome);

const publish = (bytes: Buffer, name = 'game.zip'): Promise<Application> =>
  publishApp(ada, {
    body: { name: 'Hostile', isPublic: true },
    files: { build: { name, bytes } },
  });

async function leftovers(): Promise<unknown> {
  const { staging, uploads } = server.context.folders;
  const { rows } = await server.context.pool.query('select count(*) as apps from apps');
  return { staging: await readdir(staging), uploads: await readdir(uploads), apps: rows[0].apps };
}

test.each(refused.map((archive) => [archive.threat, archive.what, archive] as const))(
  '%s: %s is refused with 422 and its reason, and leaves nothing',
  async (_threat, _what, { make, fileName, outcome }) => {
    const bytes = make();
    const before = await leftovers();
    const watch = watchEventLoop();
    const error = await publish(bytes, fileName).catch((thrown: unknown) => thrown);
    const { longestBusyMs } = watch.stop();
    expect(error).toMatchObject({ code: 'build_refused', status: 422 });
    const { message, details } = error as { message: string; details: string[] };
    expect([message, ...details].join('\n')).toMatch('refused' in outcome ? outcome.refused : /./);
    expect(await leftovers()).toEqual(before);
    expect(longestBusyMs).toBeLessThan(200);
  },
);

test.each(reserved.map((archive) => [archive.what, archive] as const))(
  'T25: each of %s is served at its own path or dropped, with no other effect',
  async (_what, { make, outcome }) => {
    const app = await publish(make());
    const paths = 'published' in outcome ? outcome.published : [];
    for (const path of paths) {
      const answer = await get(app.id, `/${encodePath(path)}`);
      if (path.startsWith('_flux/')) expect(answer.status, path).toBe(404);
      else expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    }
    for (const path of ['.htaccess', '.git/config', '.well-known/acme-challenge/token', 'hidden.js'])
      expect((await get(app.id, `/${path}`)).status, path).toBe(404);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  },
);

function get(appId: string, path: string) {
  const host = `${appId}.${new URL(server.context.config.publicUrl).host}`;
  return request(server, path, { headers: { host, origin: undefined, 'sec-fetch-site': undefined } });
}
