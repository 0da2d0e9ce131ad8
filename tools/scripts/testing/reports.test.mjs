import { expect, test } from 'vitest';
import {
  describeFailures,
  describePart,
  failureOf,
  readPlaywrightReport,
  readVitestReport,
} from './reports.mjs';

const passedTest = { status: 'passed', fullName: 'passes', failureMessages: [] };

test('a Vitest report gives the failed tests with the first line of their errors', () => {
  const failedTest = {
    status: 'failed',
    fullName: 'fails',
    failureMessages: ['\u001b[31mAssertionError: expected 1\u001b[39m\n    at x'],
  };
  const report = {
    numPassedTests: 1,
    testResults: [
      { name: '/project/src/a.test.ts', status: 'failed', assertionResults: [passedTest, failedTest] },
    ],
  };
  expect(readVitestReport(report, '/project')).toEqual({
    passed: 1,
    failures: [{ name: 'src/a.test.ts: fails', error: 'AssertionError: expected 1' }],
  });
});

test('a test file that cannot be loaded is a failure', () => {
  const report = {
    numPassedTests: 0,
    testResults: [
      {
        name: '/project/a.test.ts',
        status: 'failed',
        message: '\nError: no b.ts\n at',
        assertionResults: [],
      },
    ],
  };
  expect(readVitestReport(report, '/project').failures).toEqual([
    { name: 'a.test.ts', error: 'Error: no b.ts' },
  ]);
});

const journey = (title, status, durations, message) => ({
  file: 'a.spec.ts',
  title,
  tests: [
    {
      status,
      projectName: 'pages',
      results: durations.map((duration) => ({ duration, errors: message ? [{ message }] : [] })),
    },
  ],
});

test('a Playwright report gives failed tests by name and error, and the sum per file', () => {
  const report = {
    suites: [
      {
        title: 'a.spec.ts',
        specs: [journey('signs in', 'expected', [1_000])],
        suites: [
          {
            title: 'while offline',
            specs: [journey('plays', 'unexpected', [500], '\n Error: not seen\n at')],
          },
        ],
      },
    ],
    errors: [{ message: 'Error: the port is taken' }],
  };
  expect(readPlaywrightReport(report)).toEqual({
    passed: 1,
    failures: [
      { name: 'a.spec.ts: while offline › plays [pages]', error: 'Error: not seen' },
      { name: 'Playwright', error: 'Error: the port is taken' },
    ],
    files: [{ file: 'a.spec.ts', ms: 1_500 }],
  });
});

test('a test that passes only in a second attempt has failed', () => {
  const report = {
    suites: [{ title: 'a.spec.ts', specs: [journey('plays', 'flaky', [500, 500], 'Error: late')] }],
  };
  expect(readPlaywrightReport(report)).toMatchObject({ passed: 0, failures: [{ error: 'Error: late' }] });
});

test('a part shows its duration and its ten slowest files, slowest first', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({ file: `${index}.test.ts`, ms: index * 1_000 }));
  const lines = describePart({ title: 'Unit tests', failed: 0, seconds: 61.04, files });
  expect(lines[0]).toBe('Unit tests: ok (61.0 s)');
  expect(lines).toHaveLength(11);
  expect(lines[1]).toBe('    11.0 s  11.test.ts');
  expect(lines.at(-1)).toBe('     2.0 s  2.test.ts');
});

test('many failures of one part leave room for those of the others', () => {
  const failures = Array.from({ length: 30 }, (_, index) => ({ name: `test ${index}`, error: 'Error: x' }));
  const lines = describeFailures({ title: 'Journeys', failures });
  expect(lines.slice(0, 3)).toEqual(['Journeys', '  test 0', '    Error: x']);
  expect(lines.at(-1)).toBe('  … and 5 more');
  expect(lines).toHaveLength(52);
});

test('a program without a report fails with the beginning of its output', () => {
  const output = '\nsrc/a.ts(1,7): error TS2322: no string\nsrc/b.ts(2,1): error TS2304: no name\n';
  expect(describeFailures({ title: 'Types', failures: [failureOf(output)] })).toEqual([
    'Types',
    '  src/a.ts(1,7): error TS2322: no string',
    '    src/b.ts(2,1): error TS2304: no name',
  ]);
});
