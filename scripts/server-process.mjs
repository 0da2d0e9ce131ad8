import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { projectFolder, toolEnvironment } from './setup.mjs';

/**
 * Runs the server and ends as it ends. Signals are passed on; the server takes a repeated one within a second
 * for the same (a terminal sends Ctrl+C to every process of the group). It notices by the closed channel when
 * this process is killed, and stops too.
 */
export function runServer(node, nodeOptions) {
  const server = spawn(node, [...nodeOptions, '--env-file-if-exists=.env', 'src/server/main.ts'], {
    cwd: projectFolder,
    env: toolEnvironment(node),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
  server.on('error', (error) => {
    console.error(`Flux could not be started with ${node}: ${error.message}`);
    process.exit(1);
  });
  server.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
  return server;
}
