import { type AdminUser, adminMessages, maxListedOrganizations } from '#shared/admin/admin.ts';
import type { UserRow } from './store.ts';

/** @param viewerId the administrator who looks, who can do nothing to themselves here */
export function presentUser(row: UserRow, viewerId: string): AdminUser {
  const isOther = row.id !== viewerId;
  return {
    uid: row.id,
    id: row.id,
    email: row.email,
    username: row.username,
    role: row.role,
    provider: row.provider === '' ? 'unknown' : row.provider,
    createdAt: row.createdAt.toISOString(),
    lastLoginAt: row.lastLoginAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    organizationId: row.organizationId,
    organizationName: row.organizationName,
    memberOrganizations: row.organizations
      .slice(0, maxListedOrganizations)
      .map(({ id, name, isOwner }) => ({ id, name, isOwner })),
    hasMoreOrganizations: row.organizations.length > maxListedOrganizations,
    disabled:
      row.disabledAt === null ? null : { at: row.disabledAt.toISOString(), reason: row.disabledReason },
    // The viewer is an administrator, so no other account can be the last one.
    can: {
      changeRole: isOther,
      delete: isOther,
      disable: isOther,
      ...(isOther ? {} : { why: adminMessages.cannotDeleteYourself }),
    },
  };
}
