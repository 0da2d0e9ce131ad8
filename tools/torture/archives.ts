import { parseArgs } from 'node:util';
import { fullCount } from '../../src/server/testing/measures/trials.ts';
import { runMutations } from './archives/run.ts';

/**
 * `node tools/torture/archives.ts --count 20000 --seed 1`: reads mutated archives; exits with 1 if there is a
 * finding.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: String(fullCount('archives')) },
    seed: { type: 'string', default: '1' },
    lanes: { type: 'string', default: '2' },
    'ingest-every': { type: 'string', default: '20' },
    'gap-below-ms': { type: 'string', default: '200' },
  },
});
const report = await runMutations({
  count: Number(values.count),
  seed: Number(values.seed),
  lanes: Number(values.lanes),
  ingestEvery: Number(values['ingest-every']),
  gapBelowMs: Number(values['gap-below-ms']),
  onProgress: (done) => console.log(`${done} of ${values.count}`),
});
const reasons = [...report.reasons].sort(([, a], [, b]) => b - a);
for (const [reason, count] of reasons) console.log(`${String(count).padStart(7)}  ${reason}`);
console.log(
  `${report.count} archives of seed ${values.seed} in ${Math.round(report.seconds)} s: ${report.accepted} accepted, ${report.refused} refused, ${report.ingested} of them also by the product's own process.`,
);
console.log(
  `Longest gap of the event loop: ${report.loop.longestGapMs.toFixed(0)} ms, of which computing at most ${report.loop.longestBusyMs.toFixed(0)} ms.`,
);
for (const finding of report.findings.slice(0, 50)) console.log(finding);
console.log(`${report.findings.length} findings.`);
process.exitCode = report.findings.length === 0 ? 0 : 1;
