import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * What `postmaster.pid` says. Its lines are: pid, data folder, start time, port, socket folder, listen address,
 * shared memory key, status (PostgreSQL, src/include/utils/pidfile.h).
 */
export interface PostmasterFile {
  pid: number;
  /** Null while the database has not opened its socket yet. */
  socketDir: string | null;
}

export async function readPostmasterFile(clusterDir: string): Promise<PostmasterFile | null> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, socketDir: lines[4]?.trim() || null } : null;
}

/** The database process that works on this folder now; null if none does, whatever the file says. */
export async function findPostmaster(clusterDir: string): Promise<PostmasterFile | null> {
  const file = await readPostmasterFile(clusterDir);
  return file && (await isPostmaster(file.pid)) ? file : null;
}

/**
 * A pid alone proves nothing: after a crash or in a container another program may have it by now. The command
 * line of a database's main process is its own, and everybody may read it.
 */
export async function isPostmaster(pid: number): Promise<boolean> {
  const [program = '', ...args] = await commandOf(pid);
  return /^postgres(\.exe)?$/.test(basename(program)) && args.includes('-D');
}

async function commandOf(pid: number): Promise<string[]> {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  }
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.trim().split(' ');
}

/**
 * Lets the next start pass the lock files of a database that is gone but whose pid somebody else has now, which
 * PostgreSQL alone would take for a running server. The pid of its own parent counts as stale there, and the
 * check of the shared memory, which protects against processes that are really left, still takes place.
 */
export async function disownLockFiles(
  clusterDir: string,
  socketDir: string,
  parentPid: number,
): Promise<void> {
  for (const path of [join(clusterDir, 'postmaster.pid'), join(socketDir, '.s.PGSQL.5432.lock')]) {
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text !== null) await writeFile(path, text.replace(/^\d+/, String(parentPid)));
  }
}
