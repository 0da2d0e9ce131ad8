import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type DataFolder, FolderInUse, openDataFolder } from '../../lifecycle/data-folder.ts';
import { projectFolder } from '../../project-folder.ts';
import { buildServer } from './build-for-server.ts';

const run = promisify(execFile);
const keptFolder = join(projectFolder, '.cache', 'prepared-start');
const stampFile = join(projectFolder, 'dist', 'server-sources.sha256');

let prepared: Promise<string> | null = null;

/**
 * Builds the server if its sources have changed, and keeps a data folder as the first start of this build leaves it. A start on a
 * copy takes half as long as a first start.
 * @param startOnce starts the server on a data folder, and stops it
 * @returns the kept data folder
 */
export function prepareStart(startOnce: (dataDir: string) => Promise<void>): Promise<string> {
  prepared ??= prepareAlone(startOnce);
  return prepared;
}

export async function copyFolder(from: string, to: string): Promise<void> {
  // Node copies no owners, and the database is its user's.
  await run('cp', ['-a', `${from}/.`, to]);
}

/** Tests run in several processes; the first one prepares. */
async function prepareAlone(startOnce: (dataDir: string) => Promise<void>): Promise<string> {
  await mkdir(keptFolder, { recursive: true });
  const claim = await claimFolder();
  try {
    await buildServer();
    const folder = join(keptFolder, await readFile(stampFile, 'utf8'));
    if (!existsSync(folder)) await makeFolder(folder, startOnce);
    return folder;
  } finally {
    await claim.release();
  }
}

async function claimFolder(): Promise<DataFolder> {
  for (;;) {
    try {
      return await openDataFolder(keptFolder);
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
      await sleep(100);
    }
  }
}

async function makeFolder(folder: string, startOnce: (dataDir: string) => Promise<void>): Promise<void> {
  for (const { name } of (await readdir(keptFolder, { withFileTypes: true })).filter((one) =>
    one.isDirectory(),
  ))
    await rm(join(keptFolder, name), { recursive: true });
  const dataDir = await mkdtemp(join(tmpdir(), 'flux-prepared-'));
  try {
    await startOnce(dataDir);
    const unfinished = `${folder}.new`;
    await copyFolder(dataDir, unfinished);
    await rename(unfinished, folder);
  } finally {
    await rm(dataDir, { recursive: true });
  }
}
