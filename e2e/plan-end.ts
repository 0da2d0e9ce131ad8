import type { Transaction } from 'kysely';
import type { Tables } from '../src/server/db/schema.ts';
import { restore } from '../src/server/features/suspension/restore.ts';
import { suspend } from '../src/server/features/suspension/suspend.ts';
import { connect } from '../src/server/platform/db/connect.ts';
import { findPostmaster } from '../src/server/platform/db/postmaster.ts';
import type { FluxProcess } from '../src/server/testing/servers/flux-process.ts';

type Change = (trx: Transaction<Tables>, userId: string) => Promise<unknown>;

/** Ends the subscription of an account and takes its content offline. */
export function endPlan(flux: FluxProcess, email: string): Promise<void> {
  return changePlan(flux, email, async (trx, userId) => {
    const now = new Date();
    await setPlan(trx, userId, { status: 'cancelled', current_period_ends_at: now });
    await suspend(trx, userId, now);
  });
}

/** Gives the account a plan again. */
export function renewPlan(flux: FluxProcess, email: string): Promise<void> {
  return changePlan(flux, email, async (trx, userId) => {
    await setPlan(trx, userId, { status: 'active', current_period_ends_at: null });
    await restore(trx, userId);
  });
}

async function setPlan(
  trx: Transaction<Tables>,
  userId: string,
  plan: { status: string; current_period_ends_at: Date | null },
): Promise<void> {
  await trx.updateTable('subscriptions').set(plan).where('user_id', '=', userId).execute();
}

async function changePlan({ databaseDir }: FluxProcess, email: string, change: Change): Promise<void> {
  const found = await findPostmaster(databaseDir);
  const { db, close } = connect<Tables>({
    socketDir: found?.socketDir ?? '',
    poolSize: 1,
    onConnectionError: (error) => {
      throw error;
    },
  });
  try {
    await db.transaction().execute(async (trx) => {
      const user = await trx
        .selectFrom('users')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      await change(trx, user.id);
    });
  } finally {
    await close();
  }
}
