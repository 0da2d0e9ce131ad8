import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { below, otherWebApp } from '../../../../fixtures/archives.ts';
import type { FixtureEntry } from '../../../../fixtures/tree.ts';
import { makeInstanceBuild } from '../../../../fixtures/unity.ts';
import { makeZip } from '../../../../fixtures/zip.ts';
import { defaultIngestLimits } from './archive/limits.ts';
import { type ReadBuild, readBuild } from './read-build.ts';

async function read(entries: readonly FixtureEntry[]): Promise<ReadBuild> {
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

  test('are files like others where nothing of Unity is', async () => {
    const entries = [...otherWebApp, ...notes];
    const { report, files } = await read(entries);
    expect(paths(files)).toEqual(names(entries));
    expect(report).toMatchObject({ kind: 'web', droppedCount: 0, warnings: [] });
  });
});
