import type { Kysely, Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { retryTransaction } from '#server/platform/db/retry.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Invitation, Organization } from '#shared/orgs/orgs.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { deletePendingAbout } from '../../mail/store.ts';
import { insertMember } from '../members/store.ts';
import { getOrganization } from '../read.ts';
import { lockOrganization } from '../store.ts';
import { isValid, presentInvitation } from './present.ts';
import { deleteInvitation, findInvitationFor, type InvitationRow, listInvitationsFor } from './store.ts';

/** More open invitations than any user has. */
const maxListed = 100;

/** The user's open invitations, newest first. */
export async function listOwnInvitations(context: Context, viewer: Viewer): Promise<Invitation[]> {
  const now = context.clock.now();
  const rows = await listInvitationsFor(context.db, viewer.id, now, maxListed);
  return rows.map((row) => presentInvitation(row, now, { remind: false, withdraw: false, accept: true }));
}

/** @throws FluxError `invitation_not_found`, also for one that was sent to another address */
export async function getOwnInvitation(context: Context, viewer: Viewer, id: string): Promise<Invitation> {
  const row = await invitationFor(context.db, viewer, id);
  const now = context.clock.now();
  return presentInvitation(row, now, { remind: false, withdraw: false, accept: isValid(row, now) });
}

/**
 * Joins the organization with the invitation's role; the invitation is deleted. An existing member keeps their role.
 * @throws FluxError `invitation_not_found`; `gone` for an expired one
 */
export async function accept(context: Context, viewer: Viewer, id: string): Promise<Organization> {
  const organizationId = await answer(context, viewer, id, async (trx, invitation) => {
    const now = context.clock.now();
    if (!isValid(invitation, now))
      throw new FluxError('gone', 'This invitation has expired. Please ask for a new one.');
    const { organizationId, role } = invitation;
    await insertMember(trx, { organizationId, userId: viewer.id, role, joinedAt: now });
  });
  return getOrganization(context, viewer, organizationId);
}

/** @throws FluxError `invitation_not_found` */
export async function decline(context: Context, viewer: Viewer, id: string): Promise<void> {
  await answer(context, viewer, id, async () => {});
}

/** Of concurrent answers and withdrawals, one finds the row. */
async function answer(
  { db }: Context,
  viewer: Viewer,
  id: string,
  work: (trx: Transaction<Tables>, invitation: InvitationRow) => Promise<void>,
): Promise<string> {
  const { organizationId } = await invitationFor(db, viewer, id);
  const change = async (trx: Transaction<Tables>) => {
    await lockOrganization(trx, organizationId);
    await work(trx, await invitationFor(trx, viewer, id));
    await deleteInvitation(trx, id);
    await deletePendingAbout(trx, [id]);
  };
  await retryTransaction(() => db.transaction().execute(change));
  return organizationId;
}

async function invitationFor(db: Kysely<Tables>, viewer: Viewer, id: string): Promise<InvitationRow> {
  const invitation = await findInvitationFor(db, viewer.id, id);
  if (!invitation) throw new FluxError('invitation_not_found');
  return invitation;
}
