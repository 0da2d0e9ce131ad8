import type { Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { wroteSince } from '../mail/store.ts';
import { writeMail } from '../mail/write.ts';
import { canApprove, isHidden } from './can.ts';
import { listDeciders } from './memberships.ts';
import { findPending, type SeenApp } from './store.ts';
import { type Arrival, waitingMail } from './waiting-mail.ts';

/** Whoever uploads in quick succession fills nobody's mailbox. */
const quietMilliseconds = 3_600_000;

/**
 * Writes to those who decide in an organization that an app or a version waits, in the transaction that brings it there,
 * or back. Whoever brings it knows. `sendWritten` comes after.
 * @returns whether a mail was written
 */
export async function notifyApprovers(
  context: Context,
  trx: Transaction<Tables>,
  viewer: Viewer,
  {
    app,
    organizationId,
    versionId,
    arrival,
  }: {
    app: Pick<SeenApp, 'id' | 'name' | 'isOffline' | 'isTakenDown'>;
    organizationId: string;
    /** The version that waits. */
    versionId: string;
    arrival: Arrival;
  },
): Promise<boolean> {
  // They would be led to what is not there for them.
  if (isHidden(app)) return false;
  const now = context.clock.now();
  const since = new Date(now.getTime() - quietMilliseconds);
  let wrote = false;
  for (const { address, userId, organization } of await listDeciders(trx, organizationId)) {
    if (userId === viewer.id) continue;
    const about = `waiting in ${organizationId} for ${userId}`;
    if (await wroteSince(trx, { to: address, about, since })) continue;
    const named = {
      appId: app.id,
      appName: app.name,
      versionId,
      arrival,
      person: viewer.username,
      organization,
    };
    const letter = waitingMail(context.config, named);
    await writeMail(trx, { to: address, ...letter, about, causedBy: viewer.id }, now);
    wrote = true;
  }
  return wrote;
}

/**
 * The same of an app that is there with all it has, where a version of it waits. Who takes it there and is one of those who
 * decide has it in hand; administrators of Flux, who may everywhere, are that by their place in the organization alone.
 */
export async function notifyWherePending(
  context: Context,
  trx: Transaction<Tables>,
  viewer: Viewer,
  app: SeenApp,
  by: 'move' | 'return',
): Promise<boolean> {
  const { organizationId } = app;
  const isInHand = by === 'move' && canApprove({ id: viewer.id, role: 'user' }, app);
  if (organizationId === null || isInHand) return false;
  const versionId = await findPending(trx, app.id);
  if (versionId === undefined) return false;
  return notifyApprovers(context, trx, viewer, { app, organizationId, versionId, arrival: { by } });
}
