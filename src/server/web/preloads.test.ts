import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPreloads } from './preloads.ts';

const id = 'abcdefghijklmnopqrstuvwxyz';
const manifest = {
  'index.html': { file: 'assets/main.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared.js' },
  '_parts.js': { file: 'assets/parts.js', imports: ['_shared.js'] },
  'pages/home-page.tsx': { file: 'assets/home.js', imports: ['_parts.js', 'index.html'] },
  'pages/signed-in-home.tsx': { file: 'assets/signed-in.js', imports: ['_parts.js', 'pages/home-page.tsx'] },
  'pages/play-page.tsx': { file: 'assets/play.js', imports: ['_parts.js'] },
  '../../node_modules/geist/files/geist-latin-wght-normal.woff2': { file: 'assets/geist.woff2' },
};
let folder: string;
let preloadsOf: Awaited<ReturnType<typeof readPreloads>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flux-preloads-'));
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  preloadsOf = await readPreloads(folder);
});
afterAll(() => rm(folder, { recursive: true }));

const hrefs = (url: string) =>
  preloadsOf(url, 'n0nce').map((link) => /href="([^"]*)"/.exec(link)?.[1]?.replaceAll('&amp;', '&'));

test('a page comes with its own script, what that imports and what it asks first, but not with what every page has', () => {
  const home = [
    '/assets/home.js',
    '/assets/parts.js',
    '/api/session',
    '/api/applications',
    '/assets/geist.woff2',
  ];
  expect(hrefs('/').toSorted()).toEqual(home.toSorted());
  const play = [
    '/assets/play.js',
    '/assets/parts.js',
    '/api/session',
    `/api/applications/${id}`,
    '/assets/geist.woff2',
  ];
  expect(hrefs(`/play/${id}`).toSorted()).toEqual(play.toSorted());
});

test('the scripts have the nonce of the answer, and nothing that an address may hold has it', () => {
  const links = preloadsOf(`/play/${id}?key=__CSP_NONCE__`, 'n0nce');
  expect(links.filter((link) => link.includes('nonce="n0nce"'))).toHaveLength(2);
  expect(links.filter((link) => link.includes('href="/assets/play.js"'))).toEqual([
    '<link rel="modulepreload" crossorigin="" href="/assets/play.js" nonce="n0nce" />',
  ]);
  expect(links.join('').replaceAll('nonce="n0nce"', '')).not.toContain('n0nce');
});

test('what is asked first is asked with the key of the address', () => {
  expect(hrefs(`/play/${id}?key=a%26b&other=1`)).toContain(`/api/applications/${id}?key=a%26b`);
});

test('nothing but who is here is asked for a list that is narrowed, for what is no id, or for a page that the build does not have', () => {
  expect(hrefs('/?q=pong').filter((href) => href?.startsWith('/api'))).toEqual(['/api/session']);
  expect(hrefs('/play/%22onload=x').filter((href) => href?.startsWith('/api'))).toEqual(['/api/session']);
  expect(hrefs('/nowhere')).toEqual(['/api/session', '/assets/geist.woff2']);
});

test('who is signed in gets the script of their home, too', () => {
  const links = (signedIn: boolean) => preloadsOf('/', 'n0nce', { signedIn }).join('');
  expect(links(true)).toContain('/assets/signed-in.js');
  expect(links(false)).not.toContain('/assets/signed-in.js');
  expect(preloadsOf('/faq', 'n0nce', { signedIn: true }).join('')).not.toContain('/assets/signed-in.js');
});

test('what is answered in the page already is not asked for', () => {
  const links = preloadsOf('/', 'n0nce', { answered: true }).join('');
  expect(links).toContain('/assets/home.js');
  expect(links).not.toContain('/api/');
});

test('a build that left no list of its files is served all the same', async () => {
  expect((await readPreloads(join(folder, 'elsewhere')))('/', 'n0nce')).toEqual([
    '<link rel="preload" as="fetch" crossorigin="anonymous" href="/api/session" />',
    '<link rel="preload" as="fetch" crossorigin="anonymous" href="/api/applications" />',
  ]);
});
