import { constants } from 'node:fs';
import { access, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { reasonOf, StartFailure } from './start-failure.ts';

export interface DataFolder {
  /** Lets another server use the folder. */
  release(): Promise<void>;
}

/** A server works with this folder already. */
export class FolderInUse extends StartFailure {}

/**
 * Creates the data folder if necessary and locks it for this process.
 *
 * The lock is the exclusive lock of an empty SQLite file, which the operating system releases with the process, so it
 * is never stale and excludes a second server. `server.pid` only names the owner in the error.
 * @throws StartFailure, FolderInUse
 */
export async function openDataFolder(dir: string): Promise<DataFolder> {
  try {
    await makeFolder(dir);
    await access(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartFailure(
      `The data folder ${dir} cannot be used: ${reasonOf(error)}. Please name another by FLUX_DATA, or change who may write there.`,
      error,
    );
  }
  const pidFile = join(dir, 'server.pid');
  const lock = await claim(dir, pidFile);
  await writeFile(pidFile, String(process.pid));
  return {
    release: async () => {
      await rm(pidFile, { force: true });
      lock.close();
    },
  };
}

/** Node's recursive `mkdir` never returns below a read-only file system such as /proc. */
async function makeFolder(dir: string): Promise<void> {
  if ((await stat(dir).catch(() => null))?.isDirectory()) return;
  if (dirname(dir) !== dir) await makeFolder(dirname(dir));
  await mkdir(dir, { mode: 0o700 });
}

async function claim(dir: string, pidFile: string): Promise<DatabaseSync> {
  const path = join(dir, 'server.lock');
  try {
    const lock = new DatabaseSync(path, { timeout: 0 });
    lock.exec('pragma journal_mode = off');
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    const sqliteBusy = 5;
    if ((error as { errcode?: number }).errcode !== sqliteBusy) {
      throw new StartFailure(
        `The file ${path} cannot be locked: ${reasonOf(error)}. Please check who may write to the data folder.`,
        error,
      );
    }
    const pid = (await readFile(pidFile, 'utf8').catch(() => '')).trim();
    throw new FolderInUse(
      `Another Flux server${pid ? ` (process ${pid})` : ''} is using the data folder ${dir}. Please stop it first, or name another folder by FLUX_DATA.`,
    );
  }
}
