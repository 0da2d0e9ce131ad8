import type { Context } from '#server/context.ts';
import { SandboxRepository } from './sandbox-repository.ts';
import { findFirstDue } from './store.ts';
import { runDue } from './subscription-lifecycle.ts';

/**
 * Runs everything due, in order and each at its own time, as if the sandbox had been running all the time. Called
 * when the clock is moved, every minute and with each request.
 */
export async function catchUp({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  let isBehind = true;
  while (isBehind)
    isBehind = await db.transaction().execute(async (trx) => {
      // Asked before the lock, too, since there is nothing to do as a rule.
      if (!(await findFirstDue(trx, now))) return false;
      const repository = await SandboxRepository.open(trx, now);
      const due = await findFirstDue(trx, now);
      if (!due) return false;
      repository.now = Math.floor(due.dueAt.getTime() / 1000);
      await runDue(repository, due.id);
      return true;
    });
}
