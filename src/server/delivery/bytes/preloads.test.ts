import { describe, expect, test } from 'vitest';
import type { FileRole } from '#shared/versions/versions.ts';
import type { ServedFile } from '../routing/address.ts';
import { type PreloadingPage, preloadLinks, preloadsOf, takesDeltas } from './preloads.ts';

const file = (role: FileRole, facts: Partial<ServedFile> = {}): ServedFile => ({
  path: `Build/my-${role}`,
  sha256: role.charCodeAt(0).toString(16).repeat(32),
  size: 1_000_000,
  contentType: 'application/octet-stream',
  role,
  encodable: true,
  ...facts,
});
const all = [file('data'), file('wasm'), file('framework'), file('loader'), file('symbols')];
const chromium: PreloadingPage = { base: '', address: 'stable', hasStorage: true, takesDeltas: true };
const part = (role: FileRole) =>
  ({ role, path: `Build/my-${role}`, bytes: 1, storedBytes: 1, encoding: 'identity' }) as const;
const parts = all.map(({ role }) => part(role ?? 'data'));
const unity2021 = { loader: 'createUnityInstance', frameworkLoadedBy: 'script', parts } as const;
const unity2019 = { loader: 'UnityLoader', parts } as const;

/** What is preloaded, as `role kind`. */
function kinds(links: string | null): string[] {
  return [...(links ?? '').matchAll(/(\w+)>; rel=preload; as=(\w+(?:; crossorigin)?)/g)].map(
    ([, role, as]) => `${role} ${as}`,
  );
}

describe('what a document starts ahead', () => {
  test('all four parts, each in the way in which it will be asked for', () => {
    const links = preloadLinks(preloadsOf(all, unity2021), chromium);
    expect(kinds(links)).toEqual([
      'loader script',
      'framework script',
      'wasm fetch; crossorigin',
      'data fetch; crossorigin',
    ]);
    expect(links).toContain('</Build/my-loader>; rel=preload; as=script, <');
  });

  test.each([
    [
      'a loader of 2020.1 or later that decompresses',
      { ...unity2021, frameworkLoadedBy: 'fetch' },
      'fetch; crossorigin',
    ],
    ['a loader before 2020.1', unity2019, 'fetch; crossorigin'],
    ['a loader whose text does not tell', { loader: 'createUnityInstance', parts }, undefined],
  ] as const)('the framework by %s', (_what, report, as) => {
    const found = kinds(preloadLinks(preloadsOf(all, report), chromium));
    expect(found.find((kind) => kind.startsWith('framework'))).toBe(as && `framework ${as}`);
  });

  test('only what there is one of: a build for two targets picks its own', () => {
    const preloads = preloadsOf(
      [...all, file('wasm', { path: 'Build/other.wasm', sha256: 'other' })],
      unity2021,
    );
    expect(preloads.map(({ file: { role } }) => role)).toEqual(['loader', 'framework', 'data']);
    expect(preloadLinks(preloadsOf([], unity2021), chromium)).toBeNull();
  });

  test('a file with a second name by the one that the page asks for, and Flux’s own page by its own', () => {
    const page = { ...chromium, hasStorage: false };
    const twice = [file('loader'), file('data'), file('loader', { path: 'build/Loader.js' })];
    const preloads = preloadsOf([file('data', { path: 'Aliases/DATA' }), ...twice], unity2021);
    const addresses = (links: string | null) =>
      [...(links ?? '').matchAll(/<([^>]*)>/g)].map(([, path]) => path);
    expect(addresses(preloadLinks(preloads, page))).toEqual(['/build/Loader.js', '/Aliases/DATA']);
    expect(addresses(preloadLinks(preloads, { ...page, address: 'immutable' }))).toEqual([
      '/Build/my-loader',
      `/_flux/${file('data').sha256}/data`,
    ]);
  });

  test('by the addresses that the page itself will name', () => {
    const page = { ...chromium, base: '/_content/a/b' };
    const preloads = preloadsOf([file('data'), file('loader')], unity2021);
    expect(preloadLinks(preloads, { ...page, address: 'immutable' })).toBe(
      `</_content/a/b/Build/my-loader>; rel=preload; as=script, </_content/a/b/_flux/${file('data').sha256}/data>; rel=preload; as=fetch; crossorigin`,
    );
    expect(preloadLinks(preloads, page)).toContain('</_content/a/b/Build/my-data>');
  });

  test('nothing that Unity would ask for once more after an update, to be sent whole', () => {
    const safari = { ...chromium, takesDeltas: false };
    const roles = (links: string | null) => kinds(links).map((kind) => kind.split(' ')[0]);
    expect(roles(preloadLinks(preloadsOf(all, unity2021), safari))).toEqual(['loader', 'framework', 'wasm']);
    expect(roles(preloadLinks(preloadsOf(all, unity2019), safari))).toEqual(['loader']);
    // Browsers keep no dictionary of what is so large.
    const huge = [file('data', { size: 200_000_000 }), file('wasm')];
    expect(roles(preloadLinks(preloadsOf(huge, unity2021), chromium))).toEqual(['wasm']);
    // An address that names the content is another one after an update; without storage Unity caches nothing.
    const immutable = { ...safari, address: 'immutable' } as const;
    expect(kinds(preloadLinks(preloadsOf(all, unity2021), immutable))).toHaveLength(4);
    expect(kinds(preloadLinks(preloadsOf(all, unity2019), { ...safari, hasStorage: false }))).toHaveLength(4);
  });
});

test.each([
  [undefined, false],
  ['"Chromium";v="129", "Not/A)Brand";v="8"', false],
  ['"Chromium";v="130", "Google Chrome";v="130"', true],
  ['"Not(A:Brand";v="8", "Chromium";v="156"', true],
])('a browser that says of itself %s takes deltas: %s', (header, takes) => {
  expect(takesDeltas(header === undefined ? {} : { 'sec-ch-ua': header })).toBe(takes);
});
