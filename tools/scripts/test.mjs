// Every check in one command. All of them run, even after a failure. The last line is the summary.
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findTestBrowsers, findWebKitDriver } from './browsers.mjs';
import { binary, buildServer, projectFolder, SetupError, setUp } from './setup.mjs';
import { checkTestTools } from './test-tools.mjs';
import { kindOf, readArguments } from './testing/arguments.mjs';
import { changedFiles, testsFor, unitTests } from './testing/changed.mjs';
import { durationsPath } from './testing/file-durations.mjs';
import { run } from './testing/held.mjs';
import {
  describeFailures,
  describePart,
  failureOf,
  readPlaywrightReport,
  readVitestReport,
} from './testing/reports.mjs';

const reports = join(projectFolder, '.cache');
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');
const parts = [];
/** Selects the short versions of tests that `npm run torture` runs in full. */
const seed = process.env.TEST_SEED ?? String(randomInt(1_000_000));

const heading = (title) => `\n── ${title} ${'─'.repeat(Math.max(3, 76 - title.length))}`;

/**
 * One part of the checks, which prints while it runs. `check` returns its counts; if it throws, the part has
 * failed.
 */
async function part(title, check) {
  console.log(heading(title));
  console.log(await record(title, check));
}

/** One part that runs beside others and prints everything when it ends. */
async function heldPart(title, node, args) {
  let output = '';
  const result = await record(title, async () => {
    const ended = await run(node, args, { held: true });
    output = ended.output.trimEnd();
    return ended.code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [failureOf(output)] };
  });
  console.log([heading(title), ...(output ? [output] : []), result].join('\n'));
}

/** @returns the result line of the part */
async function record(title, check) {
  const started = performance.now();
  const { passed, failures, files } = await attempt(check);
  const seconds = (performance.now() - started) / 1000;
  parts.push({ title, passed, failed: failures.length, failures, files, seconds });
  return describePart({ title, failed: failures.length, seconds })[0];
}

async function attempt(check) {
  try {
    return (await check()) ?? { passed: 1, failures: [] };
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    return { passed: 0, failures: [failureOf(error.message)] };
  }
}

const readReport = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** An exit code without a failure in the report is a failure too. */
function withExitCode(result, code, name) {
  if (code === 0 || result.failures.length > 0) return result;
  return { ...result, failures: [{ name, error: `ended with exit code ${code}` }] };
}

async function runUnitTests(node, env, files) {
  for (const path of [vitestReport, durationsPath]) rmSync(path, { force: true });
  const reporters = ['default', 'json', './tools/scripts/testing/file-durations.mjs'];
  const { code } = await run(
    node,
    [
      binary('vitest'),
      'run',
      ...reporters.map((reporter) => `--reporter=${reporter}`),
      `--outputFile.json=${vitestReport}`,
      ...files,
    ],
    { env: { TEST_SEED: seed, ...env } },
  );
  const result = readVitestReport(readReport(vitestReport), projectFolder);
  return { ...withExitCode(result, code, 'Vitest'), files: readReport(durationsPath) };
}

async function runJourneys(node, env, files) {
  rmSync(playwrightReport, { force: true });
  const args = [binary('playwright'), 'test', '--reporter=list,json', ...files];
  const { code } = await run(node, args, {
    env: { TEST_SEED: seed, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
  });
  return withExitCode(readPlaywrightReport(readReport(playwrightReport)), code, 'Playwright');
}

const types = (node) => heldPart('Types', node, [binary('tsc'), '--build', '--singleThreaded']);
const style = (node, files) => heldPart('Style', node, [binary('biome'), 'check', ...files]);
const prose = (node) => heldPart('Prose', node, ['tools/scripts/check-prose.mjs']);
const webApp = async (node) => {
  await heldPart('Web app', node, ['tools/scripts/build-web.mjs']);
  await heldPart('Web app in an invented language', node, ['tools/scripts/build-web.mjs', '--pseudo']);
};

/**
 * Programs of this machine that the tests need, installed where possible.
 * @returns the environment for tests
 */
async function findTools() {
  const env = {};
  await part('Tools for the tests', () => {
    checkTestTools();
    Object.assign(env, findTestBrowsers());
    // At the end: without it, only its own tests lack a browser.
    env.WEBKIT_DRIVER_PATH = findWebKitDriver();
  });
  return env;
}

async function checkEverything(node) {
  const env = await findTools();
  // The unit tests, the web app and the end-to-end tests use both builds.
  buildServer(node);
  const unitTestsDone = () => part('Unit and integration tests', () => runUnitTests(node, env, []));
  const staticChecks = () =>
    Promise.all([
      types(node),
      style(node, ['.'])
        .then(() => prose(node))
        .then(() => heldPart('Unused code', node, [binary('knip')]))
        .then(() => webApp(node)),
    ]);
  // The unit tests that wait most start first, and leave a second core to the static checks.
  if (availableParallelism() > 1) await Promise.all([staticChecks(), unitTestsDone()]);
  else await staticChecks().then(unitTestsDone);
  await part('Journeys in a browser', () => runJourneys(node, env, []));
}

async function checkFiles(node, files) {
  const unit = files.filter((file) => kindOf(file) === 'unit');
  const journeys = files.filter((file) => kindOf(file) === 'journey');
  const env = await findTools();
  if (unit.length > 0) await part('Unit and integration tests', () => runUnitTests(node, env, unit));
  if (journeys.length === 0) return;
  await heldPart('Web app', node, ['tools/scripts/build-web.mjs']);
  await part('Journeys in a browser', () => runJourneys(node, env, journeys));
}

async function checkChanges(node) {
  const changed = changedFiles();
  console.log(changed.length === 0 ? 'Nothing differs from main.' : `Changed:\n${changed.join('\n')}`);
  if (changed.length === 0) return;
  const journeys = changed.filter((file) => kindOf(file) === 'journey');
  await Promise.all([types(node), style(node, ['--no-errors-on-unmatched', ...changed]), prose(node)]);
  await checkFiles(node, [...testsFor(changed, unitTests()), ...journeys]);
}

function printSummary() {
  console.log(heading('Summary'));
  console.log(`Seed: ${seed} (TEST_SEED=${seed} npm test takes it again)`);
  for (const each of parts) console.log(describePart(each).join('\n'));
  const failing = parts.filter(({ failed }) => failed > 0);
  if (failing.length > 0) console.log(`\nFailed:\n${failing.flatMap(describeFailures).join('\n')}`);
  const sum = (name) => parts.reduce((total, each) => total + each[name], 0);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
}

async function check({ changed, files }) {
  const node = setUp();
  mkdirSync(reports, { recursive: true });
  if (changed) await checkChanges(node);
  else if (files.length > 0) await checkFiles(node, files);
  else await checkEverything(node);
}

function readArgumentsOrExit() {
  try {
    return readArguments(process.argv.slice(2));
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

const selection = readArgumentsOrExit();
try {
  await check(selection);
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  parts.push({
    title: 'Preparation',
    failed: 1,
    passed: 0,
    failures: [failureOf(error.message)],
    seconds: 0,
  });
}
printSummary();
