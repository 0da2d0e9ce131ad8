import type { Invitation } from '#shared/orgs.ts';
import type { InvitationRow } from './store.ts';

export function isExpired({ expiresAt }: Pick<InvitationRow, 'expiresAt'>, now: Date): boolean {
  return expiresAt.getTime() <= now.getTime();
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
    expired: isExpired(row, now),
    can,
  };
}
