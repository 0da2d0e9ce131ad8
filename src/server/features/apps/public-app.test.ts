import { expect, test } from 'vitest';
import { updateApplication } from '#shared/apps/apps.ts';
import { signIn, visitor } from '../../testing/people/people.ts';
import { publishApp } from '../../testing/people/publish.ts';
import { startServer } from '../../testing/servers/server.ts';
import { listPublicApps } from './public-app.ts';

test('the sitemap has exactly the public apps, newest first', async () => {
  const server = await startServer();
  try {
    const ada = await signIn(server, 'ada');
    const build = { name: 'pong.html', bytes: '<!doctype html><title>Pong</title>', type: 'text/html' };
    const publish = (isPublic: boolean) =>
      publishApp(ada, { body: { name: 'Pong', isPublic }, files: { build } });
    const older = await publish(true);
    server.clock.advance(1_000);
    const secret = await publish(false);
    const withdrawn = await publish(true);
    await ada.call(updateApplication, { params: { id: withdrawn.id }, body: { isPublic: false } });
    const newest = await publish(true);
    const sitemap = await (await visitor(server).fetch('/sitemap.xml')).text();
    const named = [...sitemap.matchAll(/\/play\/(\w+)</g)].map(([, id]) => id);
    expect(named).toEqual([newest.id, older.id]);
    for (const { id } of [secret, withdrawn]) expect(sitemap).not.toContain(id);
    expect((await listPublicApps(server.context, 1)).map(({ id }) => id)).toEqual([newest.id]);
  } finally {
    await server.close();
  }
});
