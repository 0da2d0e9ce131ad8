import type { Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import type { MemberRole } from '#shared/orgs/orgs.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { deletePendingAbout } from '../../mail/store.ts';
import { recordAdminAction } from '../audit.ts';
import { changeInvitation } from './change.ts';
import { deleteInvitation, deleteInvitations } from './store.ts';

type Trx = Transaction<Tables>;

/**
 * Withdraws an invitation and its unsent mail.
 * @throws FluxError `invitation_not_found`
 */
export async function withdraw(context: Context, viewer: Viewer, id: string): Promise<void> {
  await changeInvitation(context, viewer, id, async (trx, { organization, invitation }) => {
    await deleteInvitation(trx, id);
    await deletePendingAbout(trx, [id]);
    if (invitation.invitedBy === viewer.id) return;
    const before = { role: invitation.role };
    const event = { action: 'member.withdraw', before, after: null } as const;
    await recordAdminAction(trx, viewer, organization, 'manageMembers', event, context.clock.now());
  });
}

/** Withdraws a user's invitations to an organization, except to roles that they may still give. */
export async function withdrawAllBy(
  trx: Trx,
  organizationId: string,
  invitedBy: string,
  besides: readonly MemberRole[] = [],
): Promise<void> {
  await deleteMails(trx, await deleteInvitations(trx, { organizationId, invitedBy, besides }));
}

/** Withdraws all invitations of an organization. */
export async function withdrawAllOf(trx: Trx, organizationId: string): Promise<void> {
  await deleteMails(trx, await deleteInvitations(trx, { organizationId }));
}

/** Withdraws all of a user's invitations. */
export async function withdrawAllFrom(trx: Trx, invitedBy: string): Promise<void> {
  await deleteMails(trx, await deleteInvitations(trx, { invitedBy }));
}

/** Withdraws all invitations to an address, in lower case. */
export async function withdrawAllTo(trx: Trx, email: string): Promise<void> {
  await deleteMails(trx, await deleteInvitations(trx, { email }));
}

async function deleteMails(trx: Trx, ids: readonly string[]): Promise<void> {
  await deletePendingAbout(trx, ids);
}
