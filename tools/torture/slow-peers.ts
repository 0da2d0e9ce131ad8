import { parseArgs } from 'node:util';
import { fullCount } from '../../src/server/testing/measures/trials.ts';
import { type SlowKind, slowKinds } from './slow/peers.ts';
import { runSlowPeers } from './slow/run.ts';

/**
 * `node tools/torture/slow-peers.ts --count 2000 --seconds 60`: slow peers of every kind beside visitors;
 * exits with 1 if a visitor was refused or delayed, or if memory was not released.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: String(fullCount('slowPeers')) },
    seconds: { type: 'string', default: '60' },
    kind: { type: 'string', multiple: true },
  },
});
const kinds = slowKinds.filter((kind) => !values.kind || values.kind.includes(kind));
const allowedWaitMs = 500;
const allowedBytes = 50_000_000;

const show = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`;
const reports = await runSlowPeers({
  kinds: kinds as readonly SlowKind[],
  count: Number(values.count),
  seconds: Number(values.seconds),
  onReport: (report) => {
    const { kind, left, visits, refused, p99Ms, slowestMs } = report;
    console.log(
      `${kind}: ${visits} visits, ${refused} refused, p99 ${p99Ms.toFixed(0)} ms, slowest ${slowestMs.toFixed(0)} ms; ${left} of ${values.count} slow connections left; memory ${show(report.bytesAfter - report.bytesBefore)} above before.`,
    );
  },
});
const isBroken = reports.some(
  ({ refused, p99Ms, bytesBefore, bytesAfter }) =>
    refused > 0 || p99Ms > allowedWaitMs || bytesAfter - bytesBefore > allowedBytes,
);
process.exitCode = isBroken ? 1 : 0;
