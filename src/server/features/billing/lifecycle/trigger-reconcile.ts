import type { Context } from '#server/context.ts';

export const reconcileJob = 'lifecycle-reconcile';

/** Runs reconciliation now if this server runs jobs. If that fails, the schedule runs it within a minute. */
export async function triggerReconcile({ jobs, log }: Context): Promise<void> {
  if (!jobs.healthy()) return;
  await jobs
    .add(reconcileJob, {}, { singletonKey: reconcileJob })
    .catch((error: unknown) => log.warn({ err: error }, 'a subscription waits for the next minute'));
}
