import { type BackgroundWork, backgroundWorkDays, type WorkFailure } from '#shared/admin/background-work.ts';
import type { Context } from '../../context.ts';
import { deltaJob } from '../publishing/deltas/make.ts';
import { countDeltaRequests, listFailedDeltaRequests } from '../publishing/deltas/store.ts';
import { compressionJobs } from '../storage/compression/compress.ts';
import { readWork } from '../storage/compression/work-store.ts';
import { dayOf, daysEndingAt } from '../usage/days.ts';
import { readBytesSaved } from '../usage/store.ts';

const maxFailures = 20;

/** Cost and benefit of background work; it reads totals, and of waiting jobs only the shown ones. */
export async function readBackgroundWork({
  db,
  jobs,
  clock,
}: Pick<Context, 'db' | 'jobs' | 'clock'>): Promise<BackgroundWork> {
  const today = dayOf(clock.now());
  const first = daysEndingAt(today, backgroundWorkDays)[0] ?? today;
  const { forms, deltas } = await readWork(db, first);
  const { byCompression, byDeltas } = await readBytesSaved(db, first);
  const quick = await jobs.look(compressionJobs.quick, maxFailures);
  const best = await jobs.look(compressionJobs.best, maxFailures);
  const { running } = await jobs.look(deltaJob, 0);
  const requests = await listFailedDeltaRequests(db, maxFailures);
  const retries = [...quick.retries, ...best.retries]
    .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
    .slice(0, maxFailures);
  return {
    compression: {
      ...forms,
      waiting: quick.waiting + best.waiting,
      running: quick.running + best.running,
      bytesSaved: byCompression,
    },
    deltas: { ...deltas, waiting: await countDeltaRequests(db), running, bytesSaved: byDeltas },
    failures: [
      ...retries.map((retry) => failure('compression', retry)),
      ...requests.map(({ appId: id, appName: name, attempts, ...request }) =>
        failure('deltas', { ...request, tries: attempts }, { id, name }),
      ),
    ].sort((one, other) => (one.nextTryAt < other.nextTryAt ? -1 : 1)),
  };
}

function failure(
  work: WorkFailure['work'],
  { tries, problem, dueAt }: { tries: number; problem: string; dueAt: Date },
  application: WorkFailure['application'] = null,
): WorkFailure {
  return { work, application, tries, problem, nextTryAt: dueAt.toISOString() };
}
