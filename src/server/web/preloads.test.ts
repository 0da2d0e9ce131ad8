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
  'pages/home/home-page.tsx': { file: 'assets/home.js', imports: ['_parts.js', 'index.html'] },
  'pages/home/signed-in-home.tsx': {
    file: 'assets/signed-in.js',
    imports: ['_parts.js', 'pages/home/home-page.tsx'],
  },
  'pages/apps/play-page.tsx': { file: 'assets/play.js', imports: ['_parts.js'] },
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

const hrefs = (url: string) => {
  const { scripts, tags } = preloadsOf(url);
  return [
    ...scripts,
    ...tags.map((link) => /href="([^"]*)"/.exec(link)?.[1]?.replaceAll('&amp;', '&') ?? ''),
  ];
};

test('a page preloads its script, its imports and its first requests, but not what every page has', () => {
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

test('an address cannot name scripts to preload', () => {
  const { scripts } = preloadsOf(`/play/${id}?key=/assets/signed-in.js`);
  expect(scripts.toSorted()).toEqual(['/assets/parts.js', '/assets/play.js']);
});

test('first requests contain the key of the address', () => {
  expect(hrefs(`/play/${id}?key=a%26b&other=1`)).toContain(`/api/applications/${id}?key=a%26b`);
});

test('only the session is preloaded for a filtered list, an invalid id, or a page missing in the build', () => {
  expect(hrefs('/?q=pong').filter((href) => href.startsWith('/api'))).toEqual(['/api/session']);
  expect(hrefs('/play/%22onload=x').filter((href) => href.startsWith('/api'))).toEqual(['/api/session']);
  expect(hrefs('/nowhere')).toEqual(['/api/session', '/assets/geist.woff2']);
});

test('a signed-in user also gets the script of the home page', () => {
  const signedIn = { signedIn: true };
  expect(preloadsOf('/', signedIn).scripts).toContain('/assets/signed-in.js');
  expect(preloadsOf('/').scripts).not.toContain('/assets/signed-in.js');
  expect(preloadsOf('/faq', signedIn).scripts).not.toContain('/assets/signed-in.js');
});

test('"a signed-in user\'s requests for banners and page headers are preloaded"', () => {
  const callsOf = (url: string, signedIn: boolean) =>
    preloadsOf(url, { signedIn })
      .tags.map((link) => /href="(\/api[^"]*)"/.exec(link)?.[1])
      .filter((href) => href !== undefined);
  expect(callsOf('/nowhere', true)).toEqual(['/api/session', '/api/subscriptions']);
  for (const url of ['/?filter=my-apps', '/organizations'])
    expect(callsOf(url, true)).toEqual(['/api/session', '/api/subscriptions', '/api/approvals']);
  for (const url of ['/faq?q=x', '/subscriptions'])
    expect(callsOf(url, false)).toEqual(['/api/session', '/api/payment-settings']);
  expect(callsOf('/profile', false)).toEqual(['/api/session']);
  expect(callsOf('/profile', true)).toEqual(['/api/session', '/api/subscriptions', '/api/payment-settings']);
});

test('requests whose responses are in the page are not preloaded', () => {
  const { scripts, tags } = preloadsOf('/', { answered: true });
  expect(scripts).toContain('/assets/home.js');
  expect(tags.join('')).not.toContain('/api/');
});

test('a build without a manifest is served nevertheless', async () => {
  expect((await readPreloads(join(folder, 'elsewhere')))('/')).toEqual({
    scripts: [],
    tags: [
      '<link rel="preload" as="fetch" crossorigin="anonymous" href="/api/session" />',
      '<link rel="preload" as="fetch" crossorigin="anonymous" href="/api/applications" />',
    ],
  });
});
