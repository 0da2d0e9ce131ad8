import { spawnSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { countOf } from '#server/testing/measures/trials.ts';
import { peers } from './peers.ts';
import { type MutationReport, runMutations } from './run.ts';

const seed = 20_260;
let report: MutationReport;

beforeAll(async () => {
  const missing = peers.filter(({ name }) => spawnSync(name, ['--version']).error).map(({ name }) => name);
  if (missing.length > 0)
    throw new Error(
      `Archives are compared with what ${missing.join(' and ')} reads, and that is not installed. Please install it, as in \`apt-get install libarchive-tools unzip\`.`,
    );
  report = await runMutations({ count: countOf('archives'), seed, ingestEvery: 50, lanes: 2 });
});

test('mutated archives are refused with a reason, or read as bsdtar and unzip read them, and leave no files', () => {
  expect(report.findings).toEqual([]);
  expect(report.accepted).toBeGreaterThan(15);
  expect(report.refused).toBeGreaterThan(150);
  expect(report.reasons.size).toBeGreaterThan(5);
});

test('no archive blocks the event loop for 200 ms', () => {
  // Checks CPU time, because other tests share the machine. `tools/torture/archives.ts` checks the event loop
  // delay itself.
  expect(report.loop.longestBusyMs).toBeLessThan(200);
});

test('an event loop delay over the limit is a finding', async () => {
  const { findings } = await runMutations({ count: 0, seed, ingestEvery: 1, lanes: 1, gapBelowMs: 0 });
  expect(findings).toEqual([expect.stringMatching(/^the event loop had a gap of \d+ ms, not below 0;/)]);
});
