import { afterAll, beforeAll, expect, test } from 'vitest';
import { findKnownFiles } from '#shared/changes.ts';
import { makeZip } from '../../../../../fixtures/zip.ts';
import { keptFile } from '../../../testing/changes.ts';
import { type Person, signIn, type Visitor, visitor } from '../../../testing/people.ts';
import { publishApp } from '../../../testing/publish.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';

const page = { path: 'index.html', data: '<!doctype html><title>Known</title>' };
const { sha256 } = keptFile(page);
let server: TestServer;
let owner: Person;
const apps: Record<'public' | 'private', string> = { public: '', private: '' };
beforeAll(async () => {
  server = await startServer();
  owner = await signIn(server, 'owner');
  for (const isPublic of [true, false]) {
    const build = { name: 'game.zip', bytes: makeZip([{ name: page.path, data: page.data }]) };
    const app = await publishApp(owner, { body: { isPublic }, files: { build } });
    apps[isPublic ? 'public' : 'private'] = app.id;
  }
});
afterAll(() => server.close());

const ask = (who: Visitor, id: string, sha256s: unknown) =>
  who.call(findKnownFiles, { params: { id }, body: { sha256s: sha256s as string[] } });

test('who may add a version hears which files are there: the owner and administrators', async () => {
  const admin = await signIn(server, 'admin', { role: 'admin' });
  for (const who of [owner, admin])
    expect(await ask(who, apps.private, ['0'.repeat(64), sha256, sha256])).toEqual({ known: [1, 2] });
  expect(await ask(owner, apps.private, [])).toEqual({ known: [] });
});

test('nobody else hears it, of a public application neither', async () => {
  const stranger = await signIn(server, 'stranger');
  await expect(ask(stranger, apps.private, [sha256])).rejects.toMatchObject({ code: 'app_not_found' });
  await expect(ask(stranger, apps.public, [sha256])).rejects.toMatchObject({ code: 'forbidden' });
  await expect(ask(owner, 'a'.repeat(26), [sha256])).rejects.toMatchObject({ code: 'app_not_found' });
  for (const id of Object.values(apps))
    await expect(ask(visitor(server), id, [sha256])).rejects.toMatchObject({ code: 'unauthenticated' });
});

test.each([
  ['no list', sha256],
  ['no hash', ['']],
  ['a hash in capitals', [sha256.toUpperCase()]],
  ['more than a build has files', Array.from({ length: 10_001 }, () => sha256)],
])('bad input is refused: %s', async (_name, sha256s) => {
  await expect(ask(owner, apps.private, sha256s)).rejects.toMatchObject({ code: 'invalid_input' });
});
