import { open } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { isJunk } from '#shared/junk.ts';
import type { BuildWarning } from '#shared/versions.ts';
import { buildFoldersOf } from '../inspect/unity/build-folders.ts';
import { BuildRefusedError, type BuildTree, type PackedFile, type TreeFile } from '../tree.ts';
import type { Budget } from './budget.ts';
import { checkCollisions } from './collisions.ts';
import { type RandomAccess, readEndRecords } from './end-records.ts';
import { isZip, notAZip } from './magic.ts';
import { packedFileOf } from './packed-file.ts';
import { randomAccessTo } from './random-access-file.ts';
import { readEntry } from './read-entry.ts';
import { showName } from './show-name.ts';
import type { Staging } from './staging.ts';
import { listZipEntries, type ZipEntry } from './zip-entries.ts';

/**
 * Reads a zip into staged files. An archive whose only file is a zip stands for that zip; no further.
 * @throws BuildRefusedError
 */
export async function readZip(
  path: string,
  staging: Staging,
  budget: Budget,
  unwrap: 'one-inner-zip' | 'nothing' = 'one-inner-zip',
): Promise<BuildTree> {
  const file = await open(path);
  try {
    const source = await randomAccessTo(file);
    const { files: entries, droppedCount, warnings } = await listFiles(file.fd, source, budget);
    const [first, ...others] = entries;
    if (first && others.length === 0 && /\.zip$/i.test(first.path)) {
      return await readInnerZip(first, unwrap, source, staging, budget);
    }
    const buildFolders = buildFoldersOf(entries.map((entry) => entry.path));
    const files: TreeFile[] = [];
    const packed = new Map<string, PackedFile>();
    for (const entry of entries) {
      const { stored, gzip } = await readEntry(source, entry, staging, budget);
      const file = await packedFileOf(entry, stored);
      packed.set(file.sha256, file);
      files.push(await staging.add(entry.path, stored, { gzip, buildFolders }));
      // Small files are read without ever waiting; here the process hears when its parent is gone.
      await setImmediate();
    }
    const packedFiles = [...packed.values()];
    return { files, packedFiles, droppedCount, warnings: [...warnings, ...staging.warnings] };
  } finally {
    await file.close();
  }
}

interface Listing {
  files: ZipEntry[];
  droppedCount: number;
  warnings: BuildWarning[];
}

async function listFiles(file: number, source: RandomAccess, budget: Budget): Promise<Listing> {
  const head = await source.read(0, Math.min(source.size, 512));
  if (!isZip(head)) throw notAZip(head);
  const end = await readEndRecords(source, budget.limits);
  const entries = await listZipEntries(file, source, end);
  const allFiles = entries.filter((entry) => !entry.isFolder);
  const files = allFiles.filter((entry) => !isJunk(entry.path));
  if (files.length === 0) {
    throw new BuildRefusedError('This zip contains no files of a build.', [
      `Found only ${entries.length === allFiles.length ? 'hidden and system files' : 'folders, hidden and system files'}.`,
      'Zip the folder that Unity exported, with its index.html and its Build folder, and upload that.',
    ]);
  }
  const warnings = [...checkCollisions(files.map((entry) => entry.path)), ...encodingWarnings(files)];
  // What the zip says of itself is enough to refuse a bomb before anything is decompressed.
  for (const entry of files) budget.checkFile(entry.path, entry.size, entry.compressedSize);
  budget.checkTotal(files.reduce((sum, entry) => sum + entry.size, 0));
  return { files, droppedCount: allFiles.length - files.length, warnings };
}

async function readInnerZip(
  entry: ZipEntry,
  unwrap: 'one-inner-zip' | 'nothing',
  source: RandomAccess,
  staging: Staging,
  budget: Budget,
): Promise<BuildTree> {
  if (unwrap === 'nothing') {
    throw new BuildRefusedError('This zip holds a zip inside a zip.', [
      `Unpack it and upload ${showName(entry.path)} itself.`,
    ]);
  }
  const { stored } = await readEntry(source, entry, staging, budget);
  return { ...(await readZip(stored.path, staging, budget, 'nothing')), packedFiles: [] };
}

function encodingWarnings(files: readonly ZipEntry[]): BuildWarning[] {
  const guessed = files.filter((entry) => entry.nameEncoding !== 'UTF-8');
  const [example] = guessed;
  if (!example) return [];
  const count = guessed.length === 1 ? 'One file name is' : `${guessed.length} file names are`;
  return [
    {
      code: 'name_encoding',
      message: `${count} not written in UTF-8 and had to be guessed, such as ${showName(example.path)} (read as ${example.nameEncoding}). If the game cannot find its files, use names of plain Latin letters or make the zip with another program.`,
    },
  ];
}
