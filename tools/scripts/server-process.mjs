import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { projectFolder, toolEnvironment } from './setup.mjs';

/**
 * Runs the server and ends as it ends. Signals are passed on; the server takes a repeated one within a second
 * for the same (a terminal sends Ctrl+C to every process of the group). It notices by the closed channel when
 * this process is killed, and stops too.
 */
export function runServer(node, nodeOptions) {
  const server = spawn(node, [...nodeOptions, 'dist/server/main.js'], {
    cwd: projectFolder,
    env: { ...environmentFile(), ...toolEnvironment(node) },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
  stopWithoutParent(() => server.kill('SIGTERM'));
  server.on('error', (error) => {
    console.error(`Flux could not be started with ${node}: ${error.message}`);
    process.exit(1);
  });
  server.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
  return server;
}

/** npm passes on all signals except SIGKILL. Then Flux has to notice by itself that its parent is gone. */
function stopWithoutParent(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 500);
}

/**
 * Reads `.env` in the format that `.env.example` explains. The environment takes precedence. Editors on
 * Windows write a byte order mark, which would become part of the first setting's name.
 */
export function environmentFile(folder = projectFolder) {
  const path = join(folder, '.env');
  return existsSync(path) ? parseEnv(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')) : {};
}
