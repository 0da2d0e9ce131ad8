import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { NotifiedState } from './notified-state.ts';

type Db = Kysely<Tables>;
type Trx = Transaction<Tables>;
export type LifecycleRow = Selectable<Tables['subscription_lifecycles']>;

/** The first due user, locked until the transaction ends. Rows that another server has locked are skipped. */
export const selectDueLifecycle = (db: Db, now: Date) =>
  db
    .selectFrom('subscription_lifecycles')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('user_id')
    .limit(1)
    .forUpdate()
    .skipLocked();

/** Waits for other transactions. */
export async function lockLifecycle(trx: Trx, userId: string): Promise<LifecycleRow | undefined> {
  return trx
    .selectFrom('subscription_lifecycles')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/** When the next user is due; null if none is. */
export async function nextDueAt(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('subscription_lifecycles')
    .select('due_at')
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return row?.due_at ?? null;
}

/** When the user's offline content is deleted, as notified; null without any. */
export async function findDeletionAt(db: Db, userId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('subscription_lifecycles')
    .select('deletes_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.deletes_at ?? null;
}

export function toNotifiedState(row: LifecycleRow): NotifiedState {
  return {
    stage: row.stage,
    paymentId: row.payment_id,
    tier: row.tier,
    periodEndsAt: row.period_ends_at,
    billId: row.bill_id,
    failedAttempts: row.failed_attempts,
    notifiedTrialEnd: row.notified_trial_end,
    cycle: row.cycle,
    suspendedSince: row.suspended_since,
    deletesAt: row.deletes_at,
    warned: row.warned,
  };
}

/** The row must be locked. */
export async function updateNotifiedState(
  trx: Trx,
  userId: string,
  notified: NotifiedState,
  dueAt: Date | null,
): Promise<void> {
  await trx
    .updateTable('subscription_lifecycles')
    .set({
      stage: notified.stage,
      payment_id: notified.paymentId,
      tier: notified.tier,
      period_ends_at: notified.periodEndsAt,
      bill_id: notified.billId,
      failed_attempts: notified.failedAttempts,
      notified_trial_end: notified.notifiedTrialEnd,
      cycle: notified.cycle,
      suspended_since: notified.suspendedSince,
      deletes_at: notified.deletesAt,
      warned: notified.warned,
      due_at: dueAt,
    })
    .where('user_id', '=', userId)
    .execute();
}

/** Postpones a user whose reconciliation failed, so that others are not delayed. */
export async function postponeReconciliation(db: Db, userId: string, until: Date): Promise<void> {
  await db
    .updateTable('subscription_lifecycles')
    .set({ due_at: until })
    .where('user_id', '=', userId)
    .where('due_at', '<', until)
    .execute();
}

/** Whether this is the first time. */
export async function insertStep(
  trx: Trx,
  step: { user_id: string; step: string; period: string; sent_at: Date },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('lifecycle_notifications')
    .values(step)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function wasNotified(
  trx: Trx,
  { userId, step, period }: { userId: string; step: string; period: string },
): Promise<boolean> {
  const found = await trx
    .selectFrom('lifecycle_notifications')
    .select('sent_at')
    .where('user_id', '=', userId)
    .where('step', '=', step)
    .where('period', '=', period)
    .executeTakeFirst();
  return found !== undefined;
}
