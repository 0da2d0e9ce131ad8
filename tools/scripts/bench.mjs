import { spawnSync } from 'node:child_process';
import { checkPeers } from './bench-peers.mjs';
import { findChromium } from './browsers.mjs';
import { buildFlux, projectFolder, SetupError, setUp, toolEnvironment } from './setup.mjs';

try {
  const node = setUp();
  buildFlux(node);
  checkPeers();
  const { status } = spawnSync(node, ['tools/bench/run.ts', ...process.argv.slice(2)], {
    cwd: projectFolder,
    env: toolEnvironment(node, {
      CHROMIUM_PATH: findChromium(),
      PATH: `${toolEnvironment(node).PATH}:/usr/sbin`,
    }),
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
