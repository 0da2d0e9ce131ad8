import { execFile } from 'node:child_process';
import { chown, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The content of `postmaster.pid`. Its lines are: pid, data folder, start time, port, socket folder, listen address,
 * shared memory key, status (PostgreSQL, src/include/utils/pidfile.h).
 */
export interface PostmasterFile {
  pid: number;
  /** Null until the database opens its socket. */
  socketDir: string | null;
}

export async function readPostmasterFile(clusterDir: string): Promise<PostmasterFile | null> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, socketDir: lines[4]?.trim() || null } : null;
}

/** The running database process of this folder; null if there is none, whatever the file says. */
export async function findPostmaster(clusterDir: string): Promise<PostmasterFile | null> {
  const file = await readPostmasterFile(clusterDir);
  return file && (await isPostmaster(file.pid, clusterDir)) ? file : null;
}

/**
 * A pid alone proves nothing: after a crash or in a container another process may have it, even another server's
 * database. The command line names its data folder and is readable for all users.
 */
export async function isPostmaster(pid: number, clusterDir: string): Promise<boolean> {
  const folder = folderOf(await commandOf(pid));
  return folder !== null && (await resolved(folder)) === (await resolved(clusterDir));
}

/** Null for another process. */
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
  // A single line, in which a folder may contain spaces: it ends at the settings that Flux always passes.
  const [, program = '', folder = ''] = /^(.+?) -D (.+?)(?: -c .*)?$/s.exec(stdout.trim()) ?? [];
  return [program, '-D', folder];
}

/** Resolves symbolic links; a missing path is unchanged. */
function resolved(folder: string): Promise<string> {
  return realpath(folder).catch(() => folder);
}

/**
 * Makes PostgreSQL accept the lock files of a dead server whose pid another process has now. It treats the pid of its
 * own parent as stale, and still checks the shared memory against remaining processes. The caller has exclusive
 * access to the folder and has found no running database.
 */
export async function removeStaleLockFiles(
  clusterDir: string,
  socketDir: string,
  parentPid: number,
): Promise<void> {
  for (const path of [join(clusterDir, 'postmaster.pid'), join(socketDir, '.s.PGSQL.5432.lock')]) {
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text === null) continue;
    // Left empty by a power cut or a full disk. PostgreSQL would refuse to start.
    if (!/^-?0*[1-9]/.test(text)) await rm(path);
    else await replaceFile(path, text.replace(/^\d+/, String(parentPid)));
  }
}

/** Atomic, and with the same owner. */
async function replaceFile(path: string, text: string): Promise<void> {
  const { uid, gid, mode } = await stat(path);
  const beside = `${path}.new`;
  await writeFile(beside, text, { mode });
  await chown(beside, uid, gid);
  await rename(beside, path);
}
