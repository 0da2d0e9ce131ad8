import { findTestBrowsers } from './browsers.mjs';
import { buildFlux, SetupError, setUp } from './setup.mjs';
import { checkTestTools } from './test-tools.mjs';
import { run } from './testing/held.mjs';

try {
  const node = setUp();
  checkTestTools();
  const env = findTestBrowsers();
  buildFlux(node);
  const { code } = await run(node, ['tools/torture/run.ts', ...process.argv.slice(2)], { env });
  process.exitCode = code;
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
