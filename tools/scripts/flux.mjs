import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { environmentFile } from './server-process.mjs';
import { checkNode, findNode, projectFolder, SetupError, toolEnvironment } from './setup.mjs';

try {
  checkNode();
  // Only the start command installs packages, because a running server may use them.
  if (!existsSync(join(projectFolder, 'node_modules', '.package-lock.json')))
    throw new SetupError('Flux is not installed yet. Please start it once, by npm start.');
  const node = findNode();
  const command = spawn(node, ['src/server/cli.ts', ...process.argv.slice(2)], {
    cwd: projectFolder,
    env: { ...environmentFile(), ...toolEnvironment(node) },
    stdio: 'inherit',
  });
  // A terminal sends Ctrl+C to the command as well, which then stops cleanly; this process waits for it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => command.kill(signal));
  command.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
