// Builds the parts of `dist` that the server reads, if their sources have changed; with `--server` also the
// server. Tests do this themselves.
import { buildForServer, buildServer, SetupError } from './setup.mjs';

try {
  const build = process.argv.includes('--server') ? buildServer : buildForServer;
  build(process.execPath);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
