import type { Context } from '#server/context.ts';
import { comeDue } from './life.ts';
import { SandboxRepository } from './sandbox-repository.ts';
import { findFirstDue } from './store.ts';

/**
 * Lets happen everything that has become due, each at its own moment and in order, as if the sandbox had always been
 * awake. Whoever moves the clock calls it; the server does so every minute and with each call.
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
      await comeDue(repository, due.id);
      return true;
    });
}
