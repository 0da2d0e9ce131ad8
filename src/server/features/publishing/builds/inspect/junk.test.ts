import { expect, test } from 'vitest';
import { below, withJunk } from '#fixtures/archives.ts';
import { type FixtureEntry, makeTree } from '#fixtures/tree.ts';
import { makeInstanceBuild } from '#fixtures/unity.ts';
import { inspectTree } from './inspect.ts';

const inspect = (entries: readonly FixtureEntry[]) => inspectTree(makeTree(entries));
const build = await makeInstanceBuild({ compression: 'gzip' });
const paths = (entries: readonly { path: string }[]) => entries.map((entry) => entry.path).sort();
const names = (entries: readonly FixtureEntry[]) => entries.map((entry) => entry.name).sort();

test('junk is dropped and counted, and does not hide the top folder', async () => {
  const { report, files } = await inspect(withJunk(below('Game', build)));
  expect(paths(files)).toEqual(names(build));
  expect(report.droppedCount).toBe(5);
  expect(report.dropped).toEqual([
    { name: '.DS_Store', count: 1 },
    { name: '.git', count: 1 },
    { name: 'Thumbs.db', count: 1 },
    { name: '__MACOSX', count: 1 },
    { name: 'desktop.ini', count: 1 },
  ]);
  expect(report.warnings.map((warning) => warning.code)).toEqual(['dropped_files']);
});

test('the build’s own hidden files are served, and dropped ones are named', async () => {
  const own = ['.env', 'assets/.config.json', '.well-known/assetlinks.json'];
  const junk = ['.git/config', '.git/HEAD', '.DS_Store', 'node_modules/a.js', '.well-known/acme-challenge/a'];
  const extra = [...own, ...junk].map((name) => ({ name, data: name }));
  const { report, files } = await inspect([...build, ...extra]);
  expect(paths(files)).toEqual(expect.arrayContaining(own));
  expect(files).toHaveLength(build.length + own.length);
  expect(report.warnings.map(({ message }) => message)).toEqual([
    'Players can read these files: .env. Leave them out of the build if they hold keys or passwords.',
    '5 files were left out because players do not need them: .git (2), .DS_Store (1), .well-known/acme-challenge (1), node_modules (1).',
  ]);
});

test('settings of other servers and folders that Unity asks not to ship are not served', async () => {
  const extra = [
    { name: 'Build/.htaccess', data: 'AddEncoding gzip .gz' },
    { name: 'web.config', data: '<configuration/>' },
    { name: 'Game_BurstDebugInformation_DoNotShip/Data/a.txt', data: '' },
    { name: 'Game_BackUpThisFolder_ButDontShipItWithYourGame/il2cpp.cpp', data: '' },
  ];
  const { report, files } = await inspect([...build, ...extra]);
  expect(paths(files)).toEqual(names(build));
  expect(report).toMatchObject({ droppedCount: 4, warnings: [{ code: 'dropped_files' }] });
});

test('credential files of tools are dropped and named, possible secrets in served files are warned about', async () => {
  const own = ['.env', 'assets/.env.production'];
  const junk = [
    '.netrc',
    '.git-credentials',
    '.aws/credentials',
    '.docker/config.json',
    '.pypirc',
    '.yarnrc.yml',
  ];
  const extra = below(
    'Game',
    [...own, ...junk].map((name) => ({ name, data: name })),
  );
  const { report, files } = await inspect([...below('Game', build), ...extra]);
  expect(paths(files)).toEqual([...names(build), ...own].sort());
  expect(report.dropped).toEqual(
    ['.aws', '.docker', '.git-credentials', '.netrc', '.pypirc', '.yarnrc.yml'].map((name) => ({
      name,
      count: 1,
    })),
  );
  expect(report.warnings.map(({ code }) => code)).toEqual(['secret_files', 'dropped_files']);
  expect(report.warnings[0]?.message).toContain('these files: .env, assets/.env.production.');
});
