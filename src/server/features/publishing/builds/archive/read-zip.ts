import { open } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { findJunk } from '#shared/files/junk.ts';
import { packagesFolder, usesPackages } from '#shared/files/packages.ts';
import type { BuildWarning } from '#shared/versions/versions.ts';
import { countNames } from '../dropped.ts';
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
 * Reads a zip into staged files. An archive that contains only a zip is replaced by it, once.
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
    const listing = await listFiles(file.fd, source, budget);
    const entries = listing.files;
    const [first, ...others] = entries;
    if (first && others.length === 0 && /\.zip$/i.test(first.path)) {
      return await readInnerZip(first, unwrap, source, staging, budget);
    }
    const buildFolders = buildFoldersOf(pathsOf(entries));
    const files: TreeFile[] = [];
    const packed = new Map<string, PackedFile>();
    const read = async (some: readonly ZipEntry[]): Promise<void> => {
      for (const entry of some) {
        const { stored, gzip } = await readEntry(source, entry, staging, budget);
        const file = await packedFileOf(entry, stored);
        packed.set(file.sha256, file);
        files.push(await staging.add(entry.path, stored, { gzip, buildFolders }));
        // Small files are read synchronously; this pause lets the process notice the end of its parent.
        await setImmediate();
      }
    };
    await read(entries);
    const keepsPackages = listing.packages.length > 0 && (await loadsPackages(files));
    let { junk, warnings } = listing;
    if (keepsPackages) {
      junk = junk.filter((name) => name !== packagesFolder);
      warnings = checkFiles([...entries, ...listing.packages], listing.folders, budget);
      await read(listing.packages);
    }
    return { files, packedFiles: [...packed.values()], dropped: countNames(junk), warnings };
  } finally {
    await file.close();
  }
}

const pathsOf = (entries: readonly ZipEntry[]) => entries.map((entry) => entry.path);

/** The content shows whether the build loads packages, so they are read last. */
function loadsPackages(files: readonly TreeFile[]): Promise<boolean> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return usesPackages([...byPath.keys()], async (path, maxBytes) => {
    const file = byPath.get(path);
    return file ? (await file.read(0, Math.min(file.size, maxBytes))).toString() : '';
  });
}

interface Listing {
  files: ZipEntry[];
  /** Files in the top `node_modules`, which are junk unless the build loads them. */
  packages: ZipEntry[];
  folders: string[];
  /** The name of each junk file. */
  junk: string[];
  warnings: BuildWarning[];
}

async function listFiles(file: number, source: RandomAccess, budget: Budget): Promise<Listing> {
  const head = await source.read(0, Math.min(source.size, 512));
  if (!isZip(head)) throw notAZip(head);
  const end = await readEndRecords(source, budget.limits);
  const entries = await listZipEntries(file, source, end);
  const allFiles = entries.filter((entry) => !entry.isFolder);
  const junk = findJunk(pathsOf(allFiles));
  const files = allFiles.filter((entry) => !junk.has(entry.path));
  if (files.length === 0) {
    throw new BuildRefusedError('This zip contains no files of a build.', [
      `Found only ${entries.length === allFiles.length ? 'system files' : 'folders and system files'}.`,
      'Zip the folder that Unity exported, with its index.html and its Build folder, and upload that.',
    ]);
  }
  const packages = allFiles.filter((entry) => junk.get(entry.path) === packagesFolder);
  const folders = pathsOf(entries.filter((entry) => entry.isFolder));
  const warnings = checkFiles(files, folders, budget);
  return { files, packages, folders, junk: [...junk.values()], warnings };
}

/**
 * The zip's own numbers are enough to refuse a bomb before decompression.
 * @throws BuildRefusedError
 */
function checkFiles(files: readonly ZipEntry[], folders: readonly string[], budget: Budget): BuildWarning[] {
  const warnings = [...checkCollisions(pathsOf(files), folders), ...encodingWarnings(files)];
  for (const entry of files) budget.checkFile(entry.path, entry.size, entry.compressedSize);
  budget.checkTotal(files.reduce((sum, entry) => sum + entry.size, 0));
  return warnings;
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
