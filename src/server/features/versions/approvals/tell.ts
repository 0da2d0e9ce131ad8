import type { Transaction } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Tables } from '../../../schema.ts';
import { findUser } from '../../accounts/store.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { listDeciders } from '../../apps/memberships.ts';
import type { SeenApp } from '../../apps/store.ts';
import { wroteSince } from '../../mail/store.ts';
import { writeMail } from '../../mail/write.ts';
import type { StoredVersion } from '../read.ts';
import { decisionMail, waitingMail } from './mail.ts';

type Trx = Transaction<Tables>;
type Told = Pick<SeenApp, 'id' | 'name'>;

/** Whoever uploads in quick succession fills nobody's mailbox. */
const quietMilliseconds = 3_600_000;

/**
 * Writes to those who decide in an organization that a version waits, in the transaction that adds it. `sendWritten`
 * comes after.
 * @returns whether a mail was written
 */
export async function tellDeciders(
  context: Context,
  trx: Trx,
  viewer: Viewer,
  { app, organizationId, version }: { app: Told; organizationId: string; version: string },
): Promise<boolean> {
  const now = context.clock.now();
  const since = new Date(now.getTime() - quietMilliseconds);
  let wrote = false;
  for (const { address, userId, organization } of await listDeciders(trx, organizationId)) {
    const about = `waiting in ${organizationId} for ${userId}`;
    if (await wroteSince(trx, { to: address, about, since })) continue;
    const named = { appId: app.id, appName: app.name, version, person: viewer.username, organization };
    const letter = waitingMail(context.config, named);
    await writeMail(trx, { to: address, ...letter, about, causedBy: viewer.id }, now);
    wrote = true;
  }
  return wrote;
}

/**
 * Writes to the owner of an app, who uploaded a version, what became of it, in the transaction that decides.
 * @param note what has to change; null where it was approved
 * @returns whether a mail was written
 */
export async function tellUploader(
  context: Context,
  trx: Trx,
  viewer: Viewer,
  {
    app,
    version,
    note,
  }: {
    app: Told & Pick<SeenApp, 'ownerId'>;
    version: Pick<StoredVersion, 'id' | 'number' | 'uploadedBy'>;
    note: string | null;
  },
): Promise<boolean> {
  // What somebody else uploaded waits only where the app came here from another organization, with whose admins it has
  // nothing to do any more.
  if (version.uploadedBy !== app.ownerId || version.uploadedBy === viewer.id) return false;
  const uploader = await findUser(trx, version.uploadedBy);
  if (!uploader?.email || !uploader.email_verified) return false;
  const named = { appId: app.id, appName: app.name, version: version.number, person: viewer.username };
  const mail = {
    to: uploader.email.toLowerCase(),
    ...decisionMail(context.config, named, note),
    about: `decision on ${version.id}`,
    causedBy: viewer.id,
  };
  await writeMail(trx, mail, context.clock.now());
  return true;
}
