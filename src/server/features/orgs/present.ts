import type { NamedOrganization } from '#shared/orgs/named-organization.ts';
import type { Member, Organization } from '#shared/orgs/orgs.ts';
import type { Viewer } from '../accounts/viewer.ts';
import {
  canApprove,
  canChangeRole,
  canDelete,
  canEdit,
  canHandOver,
  canLeave,
  canLookInside,
  canMakeOwner,
  canManageMembers,
  canRemove,
  canUpload,
  rolesToInviteAs,
  type Standing,
} from './can.ts';
import type { MemberRow } from './members/store.ts';
import type { OrganizationRow } from './store.ts';

/** @param members the first of them; they are left out for those who may not look inside */
export function presentOrganization(
  viewer: Viewer,
  row: OrganizationRow,
  members: readonly MemberRow[],
): Organization {
  const looksInside = canLookInside(viewer, row);
  return {
    id: row.id,
    _id: row.id,
    name: row.name,
    description: row.description,
    isPublic: row.isPublic,
    owner: {
      uid: row.ownerId,
      displayName: row.ownerUsername,
      email: looksInside ? row.ownerEmail : null,
    },
    ownerId: row.ownerId,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    members: looksInside ? members.map((member) => presentMember(viewer, row, member)) : [],
    memberCount: row.memberCount,
    applications: row.applications,
    awaitingApproval: canApprove(viewer, row) ? row.awaitingApproval : 0,
    settings: { allowMemberUploads: row.allowMemberUploads, requireApproval: row.requireApproval },
    role: row.role,
    isOffline: row.isOffline,
    can: {
      lookInside: looksInside,
      edit: canEdit(viewer, row),
      delete: canDelete(viewer, row),
      leave: canLeave(viewer, row),
      inviteAs: rolesToInviteAs(viewer, row),
      manageMembers: canManageMembers(viewer, row),
      upload: canUpload(viewer, row),
      approve: canApprove(viewer, row),
      handOver: canHandOver(viewer, row),
    },
  };
}

/** The organization as named in its applications; null for none. */
export function presentNamed(id: string | null, name: string | null): NamedOrganization | null {
  return id === null ? null : { id, _id: id, name: name ?? '' };
}

/** For those who may look inside. */
export function presentMember(viewer: Viewer, organization: Standing, member: MemberRow): Member {
  return {
    uid: member.userId,
    displayName: member.username,
    email: member.email,
    role: member.role,
    joinedAt: member.joinedAt.toISOString(),
    can: {
      remove: canRemove(viewer, organization, member),
      changeRole: canChangeRole(viewer, organization, member),
      makeOwner: canMakeOwner(viewer, organization, member),
    },
  };
}
