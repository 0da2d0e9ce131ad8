import type { Transaction } from 'kysely';
import { FluxError } from '#shared/contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import {
  countSubmissions,
  deleteSubmissionsBefore,
  insertSubmission,
  lockSubmissions,
  type SubmissionKind,
  type Submitter,
} from './store.ts';

const hour = 3_600_000;

export interface HourlyQuota {
  kind: SubmissionKind;
  /** Submissions per hour of an account. */
  account: number;
  /** Submissions per hour of all visitors of one network. */
  network: number;
  /** The message when the quota is used up. */
  refusal: string;
}

/**
 * Counts a submission against its hourly quota, on all servers together. Every submission counts, whatever its outcome, so
 * that the quota does not tell the outcome. A refused submission does not count.
 * @throws FluxError `too_many_requests`
 */
export async function takeSubmission(
  trx: Transaction<Tables>,
  bound: HourlyQuota,
  sender: Submitter,
  now: Date,
): Promise<void> {
  await lockSubmissions(trx, bound.kind, sender);
  const limit = sender.userId === null ? bound.network : bound.account;
  const { count, first } = await countSubmissions(trx, bound.kind, sender, new Date(now.getTime() - hour));
  if (count >= limit) {
    const waitMilliseconds = (first?.getTime() ?? now.getTime()) + hour - now.getTime();
    const retryAfterSeconds = Math.max(1, Math.ceil(waitMilliseconds / 1000));
    throw new FluxError('too_many_requests', bound.refusal, { retryAfterSeconds });
  }
  await insertSubmission(trx, bound.kind, sender, now);
}

/** Deletes submissions older than the window of the quota. */
export async function pruneSubmissions({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await deleteSubmissionsBefore(db, new Date(clock.now().getTime() - hour));
}
