import { runServer } from './server-process.mjs';
import { buildFlux, SetupError, setUp } from './setup.mjs';

try {
  const node = setUp();
  buildFlux(node);
  runServer(node, []);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
