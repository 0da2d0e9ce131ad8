import type { Transaction } from 'kysely';
import type { Tables } from '../../db/schema.ts';
import { findUser } from '../accounts/store.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { SeenApp } from '../apps/store.ts';
import type { EmailContent } from '../mail/email-content.ts';
import { writeMail } from '../mail/write.ts';

/**
 * Mails a decision to the app's owner, in its transaction. Call `sendWritten` afterwards. A pending mail about the
 * app is replaced.
 * @returns whether a mail was written: not to the deciding user, nor to an unverified address
 */
export async function notifyOwner(
  trx: Transaction<Tables>,
  viewer: Pick<Viewer, 'id'>,
  app: Pick<SeenApp, 'id' | 'ownerId'>,
  content: EmailContent,
  now: Date,
): Promise<boolean> {
  if (app.ownerId === viewer.id) return false;
  const owner = await findUser(trx, app.ownerId);
  if (!owner?.email || !owner.email_verified) return false;
  const mail = { ...content, about: `offline or not: ${app.id}`, causedBy: viewer.id };
  await writeMail(trx, { ...mail, to: owner.email.toLowerCase() }, now);
  return true;
}
