import { parseArgs } from 'node:util';
import { fullCount } from '../../src/server/testing/measures/trials.ts';
import { runCrashes } from './crash/run.ts';

/**
 * `node tools/torture/crashes.ts --count 1000 --seed 1`: kills a server repeatedly; exits with 1 on a
 * violation.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: String(fullCount('crashes')) },
    seed: { type: 'string', default: '1' },
    'longest-work-ms': { type: 'string', default: '2500' },
    'ready-within-ms': { type: 'string', default: '5000' },
  },
});
const report = await runCrashes({
  count: Number(values.count),
  seed: Number(values.seed),
  longestWorkMs: Number(values['longest-work-ms']),
  readyWithinMs: Number(values['ready-within-ms']),
  onViolation: (violation) => console.log(violation),
  onProgress: (done, { violations }) => {
    if (done % 10 === 0) console.log(`${done} of ${values.count}, ${violations.length} violations`);
  },
});
const list = (counts: Iterable<[string, number]>) =>
  [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ');
const slowest = Math.max(...report.readyMs);
const median = report.readyMs.toSorted((a, b) => a - b)[report.readyMs.length >> 1] ?? 0;
console.log(
  `Seed ${values.seed}, ${Math.round(report.seconds)} s. Killed: ${list(Object.entries(report.crashes))}.`,
);
console.log(`Acknowledged: ${list(report.acknowledged)}. Cut off: ${list(report.cutOff)}.`);
console.log(`Ready again after ${median.toFixed(0)} ms (median), ${slowest.toFixed(0)} ms at most.`);
console.log(`${report.violations.length} violations.`);
process.exitCode = report.violations.length === 0 ? 0 : 1;
