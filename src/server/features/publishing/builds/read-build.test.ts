import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { below, otherWebApp } from '#fixtures/archives.ts';
import type { FixtureEntry } from '#fixtures/tree.ts';
import { makeInstanceBuild } from '#fixtures/unity.ts';
import { makeLoaderBuild } from '#fixtures/unity-old.ts';
import { makeZip, type ZipEntryOptions } from '#fixtures/zip.ts';
import { defaultIngestLimits } from './archive/limits.ts';
import { type ReadBuild, readBuild } from './read-build.ts';

async function read(entries: readonly ZipEntryOptions[]): Promise<ReadBuild> {
  const root = await mkdtemp(join(tmpdir(), 'flux-read-build-'));
  try {
    const path = join(root, 'game.zip');
    const folder = join(root, 'staging');
    await mkdir(folder);
    await writeFile(path, makeZip([...entries]));
    return await readBuild({ path, fileName: 'game.zip', folder, limits: defaultIngestLimits });
  } finally {
    await rm(root, { recursive: true });
  }
}

const notes = [
  { name: 'ProjectVersion.txt', data: 'm_EditorVersion: 2021.3.16f1\n' },
  { name: 'GUID.txt', data: '1234' },
  { name: 'Build/dependencies.txt', data: 'com.unity.ugui@1.0.0' },
];
const paths = (files: readonly { path: string }[]) => files.map(({ path }) => path).sort();
const names = (entries: readonly FixtureEntry[]) => paths(entries.map(({ name }) => ({ path: name })));

describe('the notes of Unity, in a real zip', () => {
  test('are read beside a build, and not served', async () => {
    // Its data file does not tell the version.
    const build = await makeInstanceBuild({ unityVersion: '0.0.0', streamingAssets: true });
    const own = [
      { name: 'StreamingAssets/dependencies.txt', data: 'of the game' },
      { name: 'help/dependencies.txt', data: 'of the page' },
    ];
    const { report, files } = await read(below('My Game', [...build, ...own, ...notes]));
    expect(paths(files)).toEqual(names([...build, ...own]));
    expect(report).toMatchObject({ kind: 'unity', unityVersion: '2021.3.16f1', droppedCount: 3 });
    expect(report.warnings.find(({ code }) => code === 'dropped_files')?.message).toContain(
      'ProjectVersion.txt',
    );
  });

  test('are ordinary files without a Unity build', async () => {
    const entries = [...otherWebApp, ...notes];
    const { report, files } = await read(entries);
    expect(paths(files)).toEqual(names(entries));
    expect(report).toMatchObject({ kind: 'web', droppedCount: 0, warnings: [] });
  });
});

/** Words of file names with their bytes in a code page, a character for each byte. */
type Words = Readonly<Record<string, string>>;

/** The entries as a program of such a machine writes them: names in its code page, with nothing that says so. */
function inCodePage(entries: readonly FixtureEntry[], words: Words): ZipEntryOptions[] {
  return entries.map(({ name, data }) => {
    const written = Object.entries(words).reduce((text, [word, bytes]) => text.replaceAll(word, bytes), name);
    return { name: Buffer.from(written, 'latin1'), data };
  });
}

describe('names in an unmarked code page', () => {
  const inWestern = { Größe: 'Gr\x94\xe1e' };

  test.each<[codePage: string, base: string, asset: string, words: Words]>([
    // Of the assets сад and 雪 are valid UTF-8, too, and 許 ends with a backslash.
    ['CP866', 'Моя Игра', 'сад', { 'Моя Игра': '\x8c\xae\xef \x88\xa3\xe0\xa0', сад: '\xe1\xa0\xa4' }],
    ['GB18030', '游戏', '雪', { 游戏: '\xd3\xce\xcf\xb7', 雪: '\xd1\xa9' }],
    ['EUC-KR', '게임', '집', { 게임: '\xb0\xd4\xc0\xd3', 집: '\xc1\xfd' }],
    ['Big5', '功夫', '許', { 功夫: '\xa5\\\xa4\xd2', 許: '\xb3\\' }],
    ['Shift-JIS', 'ソラ', '空', { ソラ: '\x83\\\x83\x89', 空: '\x8b\xf3' }],
    ['CP850', 'Ação', 'São', { Ação: 'A\x87\xc6o', São: 'S\xc6o' }],
    ['CP852', 'żółw', 'Łódź', { żółw: '\xbe\xa2\x88w', Łódź: '\x9d\xa2d\xab' }],
    ['Windows-1251', 'Игра', 'сад', { Игра: '\xc8\xe3\xf0\xe0', сад: '\xf1\xe0\xe4' }],
    ['CP437', 'Größe', 'Maß', { ...inWestern, Maß: 'Ma\xe1' }],
  ])('%s: the page reveals it, also for files that no page names', async (codePage, base, asset, words) => {
    const entries = [
      ...(await makeInstanceBuild({ base })),
      { name: `StreamingAssets/${asset}`, data: 'asked for by the game' },
      { name: `StreamingAssets/${asset}1/level.bin`, data: 'level' },
    ];
    const { report, files } = await read(inCodePage(entries, words));
    expect(paths(files)).toEqual(names(entries));
    expect(report.parts.map(({ path }) => path).sort()).toEqual(
      names(entries.filter(({ name }) => name.startsWith('Build/'))),
    );
    expect(report.warnings).toEqual([
      { code: 'name_encoding', message: expect.stringContaining(`(read as ${codePage})`) },
    ]);
  });

  test('a configuration reveals it as well, in escaped addresses', async () => {
    const build = await makeLoaderBuild({ base: 'Игра' });
    const entries = build.map(({ name, data }) => {
      if (name === 'index.html') return { name, data: data.toString().replace('Игра.json', 'a.json') };
      if (name !== 'Build/Игра.json') return { name, data };
      return { name: 'Build/a.json', data: data.toString().replaceAll('Игра', encodeURIComponent('Игра')) };
    });
    const { report, files } = await read(inCodePage(entries, { Игра: '\x88\xa3\xe0\xa0' }));
    expect(paths(files)).toEqual(names(entries));
    expect(report.warnings.map(({ code }) => code)).toEqual(['name_encoding']);
  });

  test('CP437 and Shift-JIS are guessed without a text', async () => {
    const entries = [
      ...(await makeInstanceBuild()),
      { name: 'StreamingAssets/Größe.txt', data: '1' },
      { name: 'StreamingAssets/ゲーム.txt', data: '2' },
    ];
    const words = { ...inWestern, ゲーム: '\x83\x51\x81\x5b\x83\x80' };
    expect(paths((await read(inCodePage(entries, words))).files)).toEqual(names(entries));
  });

  test('a name marked as UTF-8 stays UTF-8', async () => {
    const entries = await makeInstanceBuild({ base: 'Игра' });
    const marked = { name: 'StreamingAssets/сад.txt', data: '1' };
    const { files } = await read([...inCodePage(entries, { Игра: '\x88\xa3\xe0\xa0' }), marked]);
    expect(paths(files)).toEqual(names([...entries, marked]));
  });

  test('the decoded name is checked for safety', async () => {
    const entries = await makeInstanceBuild({ base: '功夫' });
    const words = { 功夫: '\xa5\\\xa4\xd2' };
    const unsafe = { name: '功夫\\..\\..\\evil', data: 'x' };
    await expect(read(inCodePage([...entries, unsafe], words))).rejects.toThrow('unsafe file name');
    const twice = { name: '.\\Build\\功夫.data', data: 'x' };
    await expect(read(inCodePage([...entries, twice], words))).rejects.toThrow('a file twice');
  });
});
