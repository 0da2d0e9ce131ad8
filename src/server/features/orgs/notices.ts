import type { Transaction } from 'kysely';
import type { Tables } from '../../db/schema.ts';
import { listAddresses } from '../accounts/addresses.ts';
import type { EmailContent } from '../mail/email-content.ts';
import { writeMails } from '../mail/write.ts';

/** A mail to a user about another user's change. */
export interface Notice extends EmailContent {
  userId: string;
  /** With the recipient it identifies the change: a newer notice replaces an unsent one. */
  about: string;
}

/**
 * Writes the notices in the transaction of the change. People without a verified address get none. `sendWritten` comes
 * after.
 * @param causedBy null for a deleted account, with which the mails it caused would be deleted
 * @returns whether a mail was written
 */
export async function writeNotices(
  trx: Transaction<Tables>,
  notices: readonly Notice[],
  causedBy: string | null,
  now: Date,
): Promise<boolean> {
  const addresses = await listAddresses(
    trx,
    notices.map(({ userId }) => userId),
  );
  const mails = notices.flatMap(({ userId, about, ...content }) => {
    const to = addresses.get(userId);
    return to === undefined ? [] : [{ ...content, to, about: `${about} for ${userId}`, causedBy }];
  });
  await writeMails(trx, mails, now);
  return mails.length > 0;
}
