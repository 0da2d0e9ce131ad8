import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { findUser } from '../../accounts/store.ts';
import { listSubscriptionRows } from '../store.ts';
import type { Current } from './notified-state.ts';
import { runsOutAt, stageOf } from './stage.ts';

export type Person = NonNullable<Awaited<ReturnType<typeof findUser>>>;

/** @returns null without an account or a subscription */
export async function readCurrent(
  db: Kysely<Tables>,
  userId: string,
  now: Date,
): Promise<{ person: Person; current: Current } | null> {
  const person = await findUser(db, userId);
  const [row] = await listSubscriptionRows(db, userId);
  if (!person || !row) return null;
  const current: Current = {
    stage: stageOf(row, now),
    paymentId: row.payment_id,
    tier: row.tier,
    trialEndsAt: row.trial_ends_at,
    periodEndsAt: row.current_period_ends_at,
    runsOutAt: runsOutAt(row, now),
    bill: row.last_bill,
    isAdmin: person.role === 'admin',
    isDisabled: person.disabled_at !== null,
  };
  return { person, current };
}
