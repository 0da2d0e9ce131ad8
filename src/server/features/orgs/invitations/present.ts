import type { Invitation } from '#shared/orgs/orgs.ts';
import type { InvitationRow } from './store.ts';

/** Whether it lets in whom it was sent to. */
export function isValid({ isBacked, expiresAt }: InvitationRow, now: Date): boolean {
  return isBacked && expiresAt.getTime() > now.getTime();
}

export function presentInvitation(row: InvitationRow, now: Date, can: Invitation['can']): Invitation {
  return {
    id: row.id,
    organizationId: row.organizationId,
    organizationName: row.organizationName,
    email: row.email,
    role: row.role,
    invitedBy: row.inviterName,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    expired: !isValid(row, now),
    can,
  };
}
