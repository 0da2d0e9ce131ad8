import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { SetupError } from './setup.mjs';

/**
 * The tests compare Flux with these zip readers. Swift provides an S3 server. WebKitGTK draws on the X server
 * Xvfb. The font has the metrics of Arial, on which Flux's fallback font is based.
 */
const tools = [
  { name: 'bsdtar', package: 'libarchive-tools', command: ['bsdtar', '--version'] },
  { name: 'unzip', package: 'unzip', command: ['unzip', '-v'] },
  {
    name: 'OpenStack Swift',
    package: 'python3-swift',
    command: ['/usr/bin/python3', '-c', 'import swift.proxy.server'],
  },
  { name: 'Xvfb', package: 'xvfb', command: ['Xvfb', '-help'] },
  {
    name: 'Arial or Liberation Sans',
    package: 'fonts-liberation',
    command: ['sh', '-c', 'fc-list | grep -qE "Arial|Liberation ?Sans"'],
  },
];

/**
 * Third-party programs for the tests: those of this machine. On Debian and derivatives, root installs missing
 * ones from the distribution. None of them runs as a service.
 * @throws SetupError
 */
export function checkTestTools() {
  const wanted = missing();
  if (wanted.length === 0) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error(`Installing ${namesOf(wanted)} for the tests …`);
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packagesOf(wanted)]]) {
      spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 2], env: environment });
    }
  }
  const left = missing();
  if (left.length > 0) {
    throw new SetupError(
      `The tests need ${namesOf(left)}. Please install what is missing, as in \`apt-get install ${packagesOf(left).join(' ')}\`.`,
    );
  }
}

function missing() {
  return tools.filter(
    ({ command: [file, ...args] }) => spawnSync(file, args, { stdio: 'ignore' }).status !== 0,
  );
}

const packagesOf = (some) => some.map((tool) => tool.package);
const namesOf = (some) => some.map((tool) => tool.name).join(', ');
