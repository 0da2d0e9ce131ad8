import type { MemberRole, OrganizationRole } from '#shared/orgs/orgs.ts';
import type { Viewer } from '../accounts/viewer.ts';

/**
 * Every question of what somebody may do in an organization. docs/organizations.md has the answers as a table, and
 * rights.test.ts asks them over HTTP.
 */

/** What the questions need to know of an organization, and of who asks. */
export interface Standing {
  isPublic: boolean;
  allowMemberUploads: boolean;
  requireApproval: boolean;
  /** Since its owner's plan has ended: then it is its owner's alone, and its members know of it and may leave. */
  isOffline: boolean;
  /** What the viewer is in it; null for others. */
  role: OrganizationRole | null;
}

export type Asker = Pick<Viewer, 'id' | 'role'> | null;

/** Strangers learn nothing of a private one, nor of one that is offline, not even that it exists. */
export function canKnow(viewer: Asker, organization: Standing): boolean {
  return (organization.isPublic && !organization.isOffline) || belongs(viewer, organization);
}

/** Its members with their e-mail addresses, and its private applications. */
export function canLookInside(viewer: Asker, organization: Standing): boolean {
  const isOpen = !sleepsFor(viewer, organization) || organization.role === 'owner';
  return isOpen && belongs(viewer, organization);
}

/** Whether it is theirs in any way, and so theirs to leave. */
export function belongs(viewer: Asker, { role }: Standing): boolean {
  return role !== null || isAdmin(viewer);
}

/** Name, description, visibility, settings. */
export function canEdit(viewer: Asker, organization: Standing): boolean {
  return manages(viewer, organization);
}

export function canManageMembers(viewer: Asker, organization: Standing): boolean {
  return manages(viewer, organization);
}

export function canDelete(viewer: Asker, organization: Standing): boolean {
  return owns(viewer, organization);
}

export function canHandOver(viewer: Asker, organization: Standing): boolean {
  return owns(viewer, organization) && !sleepsFor(viewer, organization);
}

/** The owner hands it over before. */
export function canLeave(_viewer: Asker, { role }: Standing): boolean {
  return role !== null && role !== 'owner';
}

/** Everybody in it may invite, and nobody to more than they are themselves: it could be to another account of theirs. */
export function rolesToInviteAs(viewer: Asker, organization: Standing): MemberRole[] {
  if (manages(viewer, organization)) return ['member', 'admin', 'viewer'];
  if (organization.isOffline) return [];
  if (organization.role === 'member') return ['member', 'viewer'];
  return organization.role === 'viewer' ? ['viewer'] : [];
}

/** Put an application of one's own into it. */
export function canUpload(viewer: Asker, organization: Standing): boolean {
  const { role, allowMemberUploads, isOffline } = organization;
  return manages(viewer, organization) || (role === 'member' && allowMemberUploads && !isOffline);
}

/** Decide on what others uploaded to it. */
export function canApprove(viewer: Asker, organization: Standing): boolean {
  return manages(viewer, organization);
}

/** Whether what this person uploads to it waits for somebody's approval. */
export function needsApproval(viewer: Asker, organization: Standing): boolean {
  return organization.requireApproval && !organization.isOffline && !canApprove(viewer, organization);
}

interface OneMember {
  userId: string;
  role: OrganizationRole;
}

/** Removing oneself is leaving. */
export function canRemove(viewer: Asker, organization: Standing, member: OneMember): boolean {
  if (member.role === 'owner') return false;
  return member.userId === viewer?.id || manages(viewer, organization);
}

export function canChangeRole(viewer: Asker, organization: Standing, member: OneMember): boolean {
  return member.role !== 'owner' && manages(viewer, organization);
}

export function canMakeOwner(viewer: Asker, organization: Standing, member: OneMember): boolean {
  return member.role !== 'owner' && canHandOver(viewer, organization);
}

interface OneInvitation {
  role: MemberRole;
  invitedBy: string | null;
}

/** To see that it was sent, and to take it back. */
export function canWithdraw(viewer: Asker, organization: Standing, invitation: OneInvitation): boolean {
  if (manages(viewer, organization)) return true;
  if (organization.isOffline) return false;
  return organization.role !== null && viewer !== null && invitation.invitedBy === viewer.id;
}

/** It begins its days anew, as inviting does. */
export function canRemind(viewer: Asker, organization: Standing, invitation: OneInvitation): boolean {
  return (
    canWithdraw(viewer, organization, invitation) &&
    rolesToInviteAs(viewer, organization).includes(invitation.role)
  );
}

function owns(viewer: Asker, { role }: Standing): boolean {
  return role === 'owner' || isAdmin(viewer);
}

function manages(viewer: Asker, organization: Standing): boolean {
  const { role } = organization;
  const decides = role === 'owner' || role === 'admin' || isAdmin(viewer);
  return decides && !sleepsFor(viewer, organization);
}

/** Administrators still manage what is offline. */
function sleepsFor(viewer: Asker, { isOffline }: Standing): boolean {
  return isOffline && !isAdmin(viewer);
}

/** Administrators of this Flux count as admins of every organization, and may do what its owner may. */
function isAdmin(viewer: Asker): boolean {
  return viewer?.role === 'admin';
}
