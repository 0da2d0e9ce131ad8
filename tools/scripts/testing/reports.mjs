import { relative } from 'node:path';

const maxFailures = 25;
// biome-ignore lint/suspicious/noControlCharactersInRegex: reports contain colors
const colors = /\u001b\[[0-9;]*m/g;

/** The first non-empty line of an error message. */
const firstLine = (text = '') =>
  text
    .replace(colors, '')
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '')
    ?.slice(0, 300) ?? '';

/**
 * Counts and failures of a Vitest JSON report. A file that cannot be loaded fails without a failed test; it counts as one.
 * @param root the folder that paths are shown relative to
 */
export function readVitestReport(report, root) {
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [{ name: file, error: firstLine(message) }];
    return failed.map(({ fullName, failureMessages }) => ({
      name: `${file}: ${fullName}`,
      error: firstLine(failureMessages[0]),
    }));
  });
  return { passed: report.numPassedTests, failures };
}

/** Counts, failures and durations per spec file of a Playwright JSON report. Errors outside of tests count too. */
export function readPlaywrightReport(report) {
  const specs = report.suites.flatMap((suite) => specsOf(suite, []));
  const files = new Map();
  const failures = [];
  let passed = 0;
  for (const { file, title, tests } of specs) {
    for (const { status, results, projectName } of tests) {
      const ms = results.reduce((sum, { duration }) => sum + duration, 0);
      files.set(file, (files.get(file) ?? 0) + ms);
      if (status === 'expected') passed += 1;
      if (status === 'unexpected' || status === 'flaky') {
        const errors = results.flatMap((result) => result.errors ?? []);
        failures.push({ name: `${file}: ${title} [${projectName}]`, error: firstLine(errors[0]?.message) });
      }
    }
  }
  for (const { message } of report.errors ?? [])
    failures.push({ name: 'Playwright', error: firstLine(message) });
  return { passed, failures, files: [...files].map(([file, ms]) => ({ file, ms })) };
}

function specsOf({ title, specs = [], suites = [] }, parents) {
  const path = [...parents, title];
  return [
    // The first title is the file.
    ...specs.map((spec) => ({ ...spec, title: [...path.slice(1), spec.title].join(' › ') })),
    ...suites.flatMap((suite) => specsOf(suite, path)),
  ];
}

/** A failure of a program without a report of its tests, with the beginning of its output. */
export function failureOf(output) {
  const lines = output
    .replace(colors, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const [name = 'no output', ...more] = lines.slice(0, 10);
  return { name, error: more.join('\n    ') };
}

/** The summary lines of one part: its result, its duration and its slowest files. */
export function describePart({ title, failed, seconds, files = [] }) {
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, 10);
  return [
    `${title}: ${failed === 0 ? 'ok' : 'FAILED'} (${seconds.toFixed(1)} s)`,
    ...slowest.map(({ file, ms }) => `  ${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`),
  ];
}

/**
 * The failures of one part, each with the first line of its error. Capped, so that every part stays visible.
 */
export function describeFailures({ title, failures }) {
  const shown = failures.slice(0, maxFailures);
  const hidden = failures.length - shown.length;
  return [
    title,
    ...shown.flatMap(({ name, error }) => [`  ${name}`, ...(error ? [`    ${error.slice(0, 1_000)}`] : [])]),
    ...(hidden > 0 ? [`  … and ${hidden} more`] : []),
  ];
}
