import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { SetupError } from './setup.mjs';

/** The Debian package of each program that a benchmark runs or compares with. */
const packages = {
  nginx: 'nginx-light',
  caddy: 'caddy',
  unzip: 'unzip',
  wrk: 'wrk',
  taskset: 'util-linux',
};

/**
 * The peer programs of the benchmark: those of this machine. On Debian and derivatives, root installs missing
 * ones from the distribution.
 * @throws SetupError
 */
export function checkPeers() {
  if (missing().length === 0) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error(`Installing ${missing().join(', ')} for the benchmark …`);
    // The package must not start its server: the benchmark runs its own on loopback.
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    const wanted = missing().map((name) => packages[name]);
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...wanted]]) {
      spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 2], env: environment });
    }
  }
  const left = missing();
  if (left.length > 0) {
    throw new SetupError(
      `The benchmark needs ${left.join(', ')} to compare Flux with. Please install what is missing, as in \`apt-get install ${left.map((name) => packages[name]).join(' ')}\`; it runs on Linux only.`,
    );
  }
}

function missing() {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/bin'];
  return Object.keys(packages).filter((name) => !folders.some((folder) => existsSync(`${folder}/${name}`)));
}
