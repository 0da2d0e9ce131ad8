import type { Context } from '../../../context.ts';

export const lifeJob = 'subscription-life';

/** Has what changed told and done at once, where jobs run here; where this fails, within a minute. */
export async function nudgeLives({ jobs, log }: Context): Promise<void> {
  if (!jobs.healthy()) return;
  await jobs
    .add(lifeJob, {}, { singletonKey: lifeJob })
    .catch((error: unknown) => log.warn({ err: error }, 'a subscription waits for the next minute'));
}
