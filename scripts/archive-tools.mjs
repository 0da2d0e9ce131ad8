import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { SetupError } from './setup.mjs';

const packages = { bsdtar: 'libarchive-tools', unzip: 'unzip' };

/**
 * The readers of zips that the tests compare Flux with: those of this machine, or, as root on Debian and its like,
 * the distribution's own, installed now.
 * @throws SetupError
 */
export function checkArchiveTools() {
  if (missing().length === 0) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error('Installing bsdtar and unzip for the tests of archives …');
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const wanted = missing().map((name) => packages[name]);
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...wanted]]) {
      spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 2], env: environment });
    }
  }
  const left = missing();
  if (left.length > 0) {
    throw new SetupError(
      `The tests of archives need ${left.join(' and ')}. Please install them, as in \`apt-get install ${left.map((name) => packages[name]).join(' ')}\`.`,
    );
  }
}

function missing() {
  return Object.keys(packages).filter((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error);
}
