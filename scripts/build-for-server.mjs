// Builds what the server takes from `dist`, where its sources have changed; the server's tests do this before they start.
import { buildForServer, SetupError } from './setup.mjs';

try {
  buildForServer(process.execPath);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
