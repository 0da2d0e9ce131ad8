import { execFile } from 'node:child_process';
import { chown, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
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
  return file && (await isPostmaster(file.pid, clusterDir)) ? file : null;
}

/**
 * A pid alone proves nothing: after a crash or in a container another program may have it by now, and that may be the
 * database of another Flux. The command line of a database's main process is its own, names its folder, and everybody
 * may read it.
 */
export async function isPostmaster(pid: number, clusterDir: string): Promise<boolean> {
  const folder = folderOf(await commandOf(pid));
  return folder !== null && (await resolved(folder)) === (await resolved(clusterDir));
}

/** Null: it is no database. */
function folderOf([program = '', ...args]: string[]): string | null {
  if (!/^postgres(\.exe)?$/.test(basename(program))) return null;
  const option = args.indexOf('-D');
  return option < 0 ? null : (args[option + 1] ?? null);
}

async function commandOf(pid: number): Promise<string[]> {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  }
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  // One line, in which a folder may have spaces: it ends where the settings begin that it is always started with.
  const [, program = '', folder = ''] = /^(.+?) -D (.+?)(?: -c .*)?$/s.exec(stdout.trim()) ?? [];
  return [program, '-D', folder];
}

/** Without symbolic links; one that is gone keeps its name. */
function resolved(folder: string): Promise<string> {
  return realpath(folder).catch(() => folder);
}

/**
 * Lets the next start pass the lock files of a database that is gone but whose pid somebody else has now, which
 * PostgreSQL alone would take for a running server. The pid of its own parent counts as stale there, and the
 * check of the shared memory, which protects against processes that are really left, still takes place. The caller has
 * the folder for itself and has found no database at work on it.
 */
export async function disownLockFiles(
  clusterDir: string,
  socketDir: string,
  parentPid: number,
): Promise<void> {
  for (const path of [join(clusterDir, 'postmaster.pid'), join(socketDir, '.s.PGSQL.5432.lock')]) {
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text === null) continue;
    // What a power cut or a full disk left of it. PostgreSQL would refuse it for ever.
    if (!/^-?0*[1-9]/.test(text)) await rm(path);
    else await replaceFile(path, text.replace(/^\d+/, String(parentPid)));
  }
}

/** At once: broken off, it leaves what was there. It stays the database user's. */
async function replaceFile(path: string, text: string): Promise<void> {
  const { uid, gid, mode } = await stat(path);
  const beside = `${path}.new`;
  await writeFile(beside, text, { mode });
  await chown(beside, uid, gid);
  await rename(beside, path);
}
