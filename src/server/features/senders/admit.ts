import type { Transaction } from 'kysely';
import { FluxError } from '#shared/errors.ts';
import type { Context } from '../../context.ts';
import type { Tables } from '../../schema.ts';
import {
  countSendings,
  deleteSendingsBefore,
  insertSending,
  lockSendings,
  type Sender,
  type SendingKind,
} from './store.ts';

const hour = 3_600_000;

export interface HourlyBound {
  kind: SendingKind;
  /** In an hour, of an account. */
  account: number;
  /** In an hour, of all visitors from one network. */
  network: number;
  /** What whoever sent that many reads. */
  refusal: string;
}

/**
 * Counts what somebody sends, whatever becomes of it: what is not counted would tell what it came to. On all servers
 * together; what is refused uses up nothing.
 * @throws FluxError `too_many_requests`
 */
export async function admitSender(
  trx: Transaction<Tables>,
  bound: HourlyBound,
  sender: Sender,
  now: Date,
): Promise<void> {
  await lockSendings(trx, bound.kind, sender);
  const limit = sender.userId === null ? bound.network : bound.account;
  const { count, first } = await countSendings(trx, bound.kind, sender, new Date(now.getTime() - hour));
  if (count >= limit) {
    const waitMilliseconds = (first?.getTime() ?? now.getTime()) + hour - now.getTime();
    const retryAfterSeconds = Math.max(1, Math.ceil(waitMilliseconds / 1000));
    throw new FluxError('too_many_requests', bound.refusal, { retryAfterSeconds });
  }
  await insertSending(trx, bound.kind, sender, now);
}

/** Forgets who sent something, and from where, once it counts for nothing. */
export async function pruneSendings({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await deleteSendingsBefore(db, new Date(clock.now().getTime() - hour));
}
