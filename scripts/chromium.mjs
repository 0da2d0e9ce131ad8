import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError } from './setup.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const macApps = ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome'];

/**
 * The browser for the journeys: the one named by CHROMIUM_PATH, or one of this machine, or, as root on Debian and
 * its like, the distribution's own, installed now.
 * @throws SetupError
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new SetupError(`CHROMIUM_PATH is '${named}', and there is no such file.`);
  }
  const found = installed();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error('Installing Chromium for the browser tests …');
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
      spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 2], env: environment });
    }
    const fresh = installed();
    if (fresh) return fresh;
  }
  throw new SetupError(
    'The browser tests need Chromium or Chrome, and none was found. Please install one (as in `apt-get install chromium`), or name it by CHROMIUM_PATH.',
  );
}

function installed() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [
    ...names.flatMap((name) => [...folders, '/usr/bin'].map((folder) => join(folder, name))),
    ...macApps.map((app) => join('/Applications', app)),
  ];
  return candidates.find((path) => existsSync(path)) ?? null;
}
