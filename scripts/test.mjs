// Every check there is, in one command. All of them run, also after one has failed; the last line is the sum.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findChromium, findFirefox, findHeadlessShell } from './browsers.mjs';
import { buildWeb, projectFolder, runTool, SetupError, setUp } from './setup.mjs';
import { checkTestTools } from './test-tools.mjs';

const reports = join(projectFolder, '.cache');
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');
let passed = 0;
let failed = 0;
/** What failed, said again at the end: the output between is long. */
const failures = [];
/** What failed once and then passed: a fault that shows seldom, of the test or of what it tests. */
const retried = [];

/** One of the checks. `run` answers what it counted, or whether it held. */
function step(title, run) {
  console.log(`\n── ${title} ${'─'.repeat(Math.max(3, 76 - title.length))}`);
  const started = performance.now();
  const counts = attempt(run);
  passed += counts.passed;
  failed += counts.failed;
  if (counts.failed > 0) failures.push(title, ...(counts.names ?? []).map((name) => `  ${name}`));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${title}: ${counts.failed === 0 ? 'ok' : 'FAILED'} (${seconds} s)`);
}

function attempt(run) {
  try {
    const result = run();
    if (typeof result !== 'boolean') return result;
    return { passed: result ? 1 : 0, failed: result ? 0 : 1 };
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    return { passed: 0, failed: 1 };
  }
}

const readReport = (path) => JSON.parse(readFileSync(path, 'utf8'));

function runUnitTests(node) {
  rmSync(vitestReport, { force: true });
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  const code = runTool(node, 'vitest', args);
  const report = readReport(vitestReport);
  // A file that cannot be loaded fails without a test of its own.
  const broken = code !== 0 && report.numFailedTests === 0 ? 1 : 0;
  const names = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const failing = assertionResults.filter((test) => test.status === 'failed');
    if (failing.length === 0) return status === 'failed' ? [relative(projectFolder, name)] : [];
    return failing.map((test) => `${relative(projectFolder, name)}: ${test.fullName}`);
  });
  for (const { name, assertionResults } of report.testResults)
    for (const { status, failureMessages, fullName } of assertionResults)
      if (status === 'passed' && failureMessages.length > 0)
        retried.push(`${relative(projectFolder, name)}: ${fullName}`);
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken, names };
}

function runJourneys(node) {
  rmSync(playwrightReport, { force: true });
  const code = runTool(node, 'playwright', ['test', '--reporter=list,json'], {
    env: {
      CHROMIUM_PATH: findChromium(),
      HEADLESS_SHELL_PATH: findHeadlessShell(),
      FIREFOX_PATH: findFirefox(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
    },
  });
  const { stats } = readReport(playwrightReport);
  const broken = code !== 0 && stats.unexpected === 0 ? 1 : 0;
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + broken };
}

try {
  const node = setUp();
  mkdirSync(reports, { recursive: true });
  step('Types', () => runTool(node, 'tsc', ['--build']) === 0);
  step('Style', () => runTool(node, 'biome', ['check', '.']) === 0);
  step('Unused code', () => runTool(node, 'knip', []) === 0);
  step('Tools for the tests', () => {
    checkTestTools();
    return true;
  });
  step('Unit and integration tests', () => runUnitTests(node));
  step('Web app', () => {
    buildWeb(node);
    return true;
  });
  step('Journeys in a browser', () => runJourneys(node));
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
if (retried.length > 0) console.log(`\nPassed only when tried again:\n${retried.join('\n')}`);
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed`);
