// Builds the pages around games where their sources have changed; the tests of the server do this before they start.
import { buildPlayer, SetupError } from './setup.mjs';

try {
  buildPlayer(process.execPath);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
