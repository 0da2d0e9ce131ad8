import { restore } from '../../features/suspension/restore.ts';
import { suspend } from '../../features/suspension/suspend.ts';
import { retryTransaction } from '../../platform/db/retry.ts';
import type { TestServer } from '../servers/server.ts';

type Account = { id: string };

/** Ends a user's plan and suspends their content, as at the end of a period. */
export async function endPlan({ context }: Pick<TestServer, 'context'>, person: Account): Promise<void> {
  const now = context.clock.now();
  await retryTransaction(() =>
    context.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('subscriptions')
        .set({ status: 'cancelled', current_period_ends_at: now })
        .where('user_id', '=', person.id)
        .execute();
      await suspend(trx, person.id, now);
    }),
  );
}

/** Gives them their plan again. */
export async function renewPlan({ context }: Pick<TestServer, 'context'>, person: Account): Promise<void> {
  await retryTransaction(() =>
    context.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('subscriptions')
        .set({ status: 'active', current_period_ends_at: null })
        .where('user_id', '=', person.id)
        .execute();
      await restore(trx, person.id);
    }),
  );
}
