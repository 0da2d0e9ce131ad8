import { spawn } from 'node:child_process';
import { runServer } from './server-process.mjs';
import {
  binary,
  buildFlux,
  player,
  projectFolder,
  reader,
  SetupError,
  server,
  setUp,
  toolEnvironment,
  webApp,
} from './setup.mjs';

try {
  const node = setUp();
  buildFlux(node);
  for (const { config } of [webApp, player, reader, server]) {
    const args = [binary('vite'), 'build', '--watch', '--config', config, '--logLevel', 'warn'];
    const builder = spawn(node, args, {
      cwd: projectFolder,
      env: toolEnvironment(node),
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    process.on('exit', () => builder.kill());
  }
  const watched = [
    'dist/server',
    'src/server/db/migrations',
    webApp.result,
    'dist/web-server/pages.js',
    player.result,
    reader.result,
  ];
  // Sources change all the time: one process starts sooner and reports errors in one place.
  process.env.FLUX_PROCESSES ??= '1';
  runServer(node, ['--watch-preserve-output', ...watched.map((path) => `--watch-path=${path}`)]);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
