import type { Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { hasMailSince } from '../mail/store.ts';
import { writeMail } from '../mail/write.ts';
import { type Arrival, approvalRequestMail } from './approval-request-mail.ts';
import { canApprove, isHidden } from './can.ts';
import { listApprovers } from './memberships.ts';
import { findPending, type SeenApp } from './store.ts';

/** One mail per hour: repeated uploads send no more. */
const quietMilliseconds = 3_600_000;

/**
 * Notifies the approvers of an organization of a pending app or version, in the transaction that adds or restores it,
 * except the actor. Call `sendWritten` afterwards.
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
    /** The pending version. */
    versionId: string;
    arrival: Arrival;
  },
): Promise<boolean> {
  // The mail's link would not work for them.
  if (isHidden(app)) return false;
  const now = context.clock.now();
  const since = new Date(now.getTime() - quietMilliseconds);
  let wrote = false;
  for (const { address, userId, organization } of await listApprovers(trx, organizationId)) {
    if (userId === viewer.id) continue;
    const about = `waiting in ${organizationId} for ${userId}`;
    if (await hasMailSince(trx, { to: address, about, since })) continue;
    const named = {
      appId: app.id,
      appName: app.name,
      versionId,
      arrival,
      person: viewer.username,
      organization,
    };
    const content = approvalRequestMail(context.config, named);
    await writeMail(trx, { to: address, ...content, about, causedBy: viewer.id }, now);
    wrote = true;
  }
  return wrote;
}

/**
 * The same of an app that is there with all it has, where a version of it waits. Who takes it there and is one of those who
 * decide has it in hand; administrators of Flux, who may everywhere, are that by their place in the organization alone.
 */
export async function notifyIfPending(
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
