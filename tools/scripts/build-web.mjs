// Builds everything in `dist` whose sources have changed; with `--pseudo` only the web app in the
// pseudo-language.
import { buildFlux, buildPseudoWeb, SetupError } from './setup.mjs';

try {
  if (process.argv.includes('--pseudo')) buildPseudoWeb(process.execPath);
  else buildFlux(process.execPath);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
