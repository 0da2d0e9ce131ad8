import { spawnSync } from 'node:child_process';
import { findChromium } from './browsers.mjs';
import { buildFlux, projectFolder, SetupError, setUp, toolEnvironment } from './setup.mjs';

try {
  const node = setUp();
  buildFlux(node);
  const { status } = spawnSync(node, ['tools/screens/run.ts', ...process.argv.slice(2)], {
    cwd: projectFolder,
    env: toolEnvironment(node, { CHROMIUM_PATH: findChromium() }),
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
