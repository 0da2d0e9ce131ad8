import type { Context } from '#server/context.ts';
import { moveFiles } from './move-files.ts';
import { findCurrentMove } from './store.ts';

const jobName = 'storage.move';

interface MoveJob {
  targetId: string;
}

export async function queueMove({ jobs }: Pick<Context, 'jobs'>, targetId: string): Promise<void> {
  const job: MoveJob = { targetId };
  await jobs.add(jobName, job, { singletonKey: targetId });
}

export function registerMoves(context: Context): void {
  context.jobs.register<MoveJob>({
    name: jobName,
    concurrency: 1,
    retryLimit: 2,
    run: async ({ targetId }, signal) => {
      if ((await moveFiles(context, targetId, signal)) === 'again') await queueMove(context, targetId);
    },
  });
  // Waiting moves, and those of a crashed server.
  context.jobs.register({
    name: 'storage.move-on',
    concurrency: 1,
    retryLimit: 2,
    schedule: '* * * * *',
    run: async () => {
      const current = await findCurrentMove(context.db);
      if (current) await queueMove(context, current.targetId);
    },
  });
}
