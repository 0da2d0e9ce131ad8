import type { Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { findUser } from '#server/features/accounts/store.ts';
import type { Viewer } from '#server/features/accounts/viewer.ts';
import { isHidden } from '#server/features/apps/can.ts';
import type { SeenApp } from '#server/features/apps/store.ts';
import { writeMail } from '#server/features/mail/write.ts';
import type { StoredVersion } from '../read.ts';
import { decisionMail } from './mail.ts';

/**
 * Writes to the owner of an app, who uploaded a version, what became of it, in the transaction that decides.
 * @param note what has to change; null where it was approved
 * @returns whether a mail was written
 */
export async function tellUploader(
  context: Context,
  trx: Transaction<Tables>,
  viewer: Viewer,
  {
    app,
    version,
    note,
  }: {
    /** As it is after the decision. */
    app: Pick<SeenApp, 'id' | 'name' | 'ownerId' | 'activeVersionId' | 'isOffline' | 'isTakenDown'>;
    version: Pick<StoredVersion, 'id' | 'number' | 'uploadedBy' | 'heldBack'>;
    note: string | null;
  },
): Promise<boolean> {
  // What somebody else uploaded waits only where the app came here from another organization, with whose admins it has
  // nothing to do any more.
  if (version.uploadedBy !== app.ownerId || version.uploadedBy === viewer.id) return false;
  const uploader = await findUser(trx, version.uploadedBy);
  if (!uploader?.email || !uploader.email_verified) return false;
  const named = {
    appId: app.id,
    appName: app.name,
    versionId: version.id,
    version: version.number,
    person: viewer.username,
    isHidden: isHidden(app),
    isHeldBack: version.heldBack.length > 0,
    isActive: version.id === app.activeVersionId,
  };
  const mail = {
    to: uploader.email.toLowerCase(),
    ...decisionMail(context.config, named, note),
    about: `decision on ${version.id}`,
    causedBy: viewer.id,
  };
  await writeMail(trx, mail, context.clock.now());
  return true;
}
