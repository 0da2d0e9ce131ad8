import type { Transaction } from 'kysely';
import type { Tables } from '../../db/schema.ts';
import { findUser } from '../accounts/store.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { SeenApp } from '../apps/store.ts';
import type { Letter } from '../mail/letter.ts';
import { writeMail } from '../mail/write.ts';

/**
 * Writes to the owner of an app what was decided, in the transaction that decides; `sendWritten` comes after. A mail that
 * still waits is replaced: what it says is over.
 * @returns whether a mail was written: not to whoever decided, nor where no address is proved
 */
export async function tellOwner(
  trx: Transaction<Tables>,
  viewer: Pick<Viewer, 'id'>,
  app: Pick<SeenApp, 'id' | 'ownerId'>,
  letter: Letter,
  now: Date,
): Promise<boolean> {
  if (app.ownerId === viewer.id) return false;
  const owner = await findUser(trx, app.ownerId);
  if (!owner?.email || !owner.email_verified) return false;
  const mail = { ...letter, about: `offline or not: ${app.id}`, causedBy: viewer.id };
  await writeMail(trx, { ...mail, to: owner.email.toLowerCase() }, now);
  return true;
}
