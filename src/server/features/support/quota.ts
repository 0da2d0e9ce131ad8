import type { Transaction } from 'kysely';
import { FluxError } from '#shared/contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import type { Submitter } from '../submission-quota/store.ts';
import type { HourlyQuota } from '../submission-quota/submission-quota.ts';
import { countRequestsSince, lockDay } from './store.ts';

const hour = 3_600_000;
const day = 24 * hour;

export const hourlyRequests = {
  kind: 'support-request',
  account: 3,
  network: 3,
  refusal: 'You have written to us a lot lately. Please wait a while and try again.',
} as const satisfies HourlyQuota;
/** The daily limits in total, so that no flood fills the mailbox, and visitors leave room for accounts. */
export const dailyRequests = { visitors: 150, all: 300 };

/** @throws FluxError `too_many_requests`, with the support address */
export async function checkDay(
  trx: Transaction<Tables>,
  { userId }: Pick<Submitter, 'userId'>,
  { config }: Pick<Context, 'config'>,
  now: Date,
): Promise<void> {
  await lockDay(trx);
  const { visitors, all } = await countRequestsSince(trx, new Date(now.getTime() - day));
  if (all < dailyRequests.all && (userId !== null || visitors < dailyRequests.visitors)) return;
  throw new FluxError(
    'too_many_requests',
    `This form takes no more requests today. Please write to ${config.supportEmail} instead.`,
    { retryAfterSeconds: hour / 1000 },
  );
}
