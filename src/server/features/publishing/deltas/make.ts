import { isolationOf } from '#server/config/config.ts';
import type { Context } from '#server/context.ts';
import { SessionLocks } from '#server/platform/db/session-locks.ts';
import { NoDiskSpaceError } from '#server/platform/files/disk-space-guard.ts';
import { problemOf } from '#server/platform/telemetry/problem-of.ts';
import { makeDelta } from '../../storage/compression/delta-blob.ts';
import { sweepDeltas } from '../../storage/compression/delta-sweep.ts';
import { JobStores } from '../../storage/compression/job-stores.ts';
import { loadManifest } from '../versions/read.ts';
import { deltaPairs } from './pairs.ts';
import {
  type DeltaRequest,
  dropDeltaRequests,
  endDeltaRequest,
  findDeltaRequest,
  listPlayed,
  postponeDeltaRequest,
} from './store.ts';

export const deltaJob = 'deltas.make';

/** Players of older versions than these get the new one whole. */
const earlierVersions = 3;

/** A job ends after about this time and another continues, so that it is not considered stuck. */
const shiftMs = 30 * 60_000;

/** What fails again and again is looked at once a day; a disk may have disk space again at any moment. */
const maxRetryDelayMinutes = { failed: 24 * 60, noRoom: 10 };

/** Makes deltas in the background whenever the active version of an app changes. */
export function registerDeltas(context: Context): void {
  context.jobs.register({
    name: deltaJob,
    // One at a time: each may take a gigabyte of memory for the largest files.
    concurrency: 1,
    // A restart of the server costs a try; the requests stay in any case.
    retryLimit: 50,
    // Requests are announced; the schedule finds missed ones.
    schedule: '*/5 * * * *',
    run: (_data, signal) => makeDeltas(context, signal),
  });
  context.jobs.register({
    name: 'deltas.sweep',
    concurrency: 1,
    retryLimit: 2,
    // It reads all deltas, so it runs once a day.
    schedule: '17 3 * * *',
    run: (_data, signal) => sweepDeltas(context, signal),
  });
  context.changes.subscribe({
    onChange: ({ kind }) => {
      if (kind !== 'delta-request') return;
      context.jobs
        .add(deltaJob, {}, { singletonKey: 'asked' })
        .catch((error: unknown) => context.log.warn({ err: error }, 'deltas are made later'));
    },
    onGap: () => {},
  });
}

/** Fulfils the requests, the oldest first; one that fails does not keep the others waiting. */
export async function makeDeltas(context: Context, signal: AbortSignal): Promise<void> {
  // Browsers store no dictionaries for the sandbox of Flux's own host, so deltas would never be used.
  if (isolationOf(context.config) === 'sandbox') return dropDeltaRequests(context.db);
  const endsAt = performance.now() + shiftMs;
  const locks = new SessionLocks(context.pool, (error) =>
    context.log.warn({ err: error }, 'delta lock lost'),
  );
  const places = new JobStores(context);
  // Another server handles this request.
  const elsewhere: string[] = [];
  const failures: unknown[] = [];
  while (performance.now() < endsAt) {
    signal.throwIfAborted();
    const request = await findDeltaRequest(context.db, elsewhere);
    if (!request) break;
    const lock = await locks.tryLock(`deltas ${request.appId}`);
    if (!lock) {
      elsewhere.push(request.appId);
      continue;
    }
    try {
      await makeRequestedDeltas(context, places, request, signal);
      await endDeltaRequest(context.db, request);
    } catch (error) {
      signal.throwIfAborted();
      const isNoDiskSpace = error instanceof NoDiskSpaceError;
      const mostMinutes = maxRetryDelayMinutes[isNoDiskSpace ? 'noRoom' : 'failed'];
      await postponeDeltaRequest(context.db, request, { problem: problemOf(error), maxMinutes: mostMinutes });
      if (!isNoDiskSpace) failures.push(error);
    } finally {
      await lock.release();
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some deltas could not be made.');
  if (performance.now() >= endsAt) await context.jobs.add(deltaJob, {}, { singletonKey: 'asked' });
}

/**
 * Makes the requested deltas. A failed one does not stop the others.
 * @throws NoDiskSpaceError if only disk space was missing
 */
async function makeRequestedDeltas(
  context: Context,
  places: JobStores,
  request: DeltaRequest,
  signal: AbortSignal,
): Promise<void> {
  const played = await listPlayed(context.db, request, earlierVersions);
  if (!played) return;
  const current = await loadManifest(context, played.active);
  const earlier = [];
  for (const id of played.others) earlier.push(await loadManifest(context, id));
  const failures: unknown[] = [];
  let waiting: unknown = null;
  for (const pair of deltaPairs(current, earlier)) {
    signal.throwIfAborted();
    await makeDelta(context, places, pair, signal).catch((error: unknown) => {
      if (error instanceof NoDiskSpaceError) waiting = error;
      else failures.push(error);
    });
  }
  signal.throwIfAborted();
  if (failures.length > 0)
    throw new AggregateError(failures, `Deltas of ${request.appId} could not be made.`);
  if (waiting !== null) throw waiting;
}
