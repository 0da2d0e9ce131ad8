import type { MemberRole, OrganizationRole } from '#shared/orgs/orgs.ts';
import type { Viewer } from '../accounts/viewer.ts';

/**
 * All permissions in an organization. docs/organizations.md has them as a table, and rights.test.ts tests these over
 * HTTP.
 */

/** The fields of an organization and its viewer that permissions depend on. */
export interface Standing {
  isPublic: boolean;
  allowMemberUploads: boolean;
  requireApproval: boolean;
  /** Since its owner's plan has ended: then it is its owner's alone, and its members know of it and may leave. */
  isOffline: boolean;
  /** What the viewer is in it; null for others. */
  role: OrganizationRole | null;
}

export type MaybeViewer = Pick<Viewer, 'id' | 'role'> | null;

/** Strangers learn nothing of a private one, nor of one that is offline, not even that it exists. */
export function canKnow(viewer: MaybeViewer, organization: Standing): boolean {
  return (organization.isPublic && !organization.isOffline) || belongs(viewer, organization);
}

/** Its members with their e-mail addresses, and its private applications. */
export function canLookInside(viewer: MaybeViewer, organization: Standing): boolean {
  const isOpen = !isSuspendedFor(viewer, organization) || organization.role === 'owner';
  return isOpen && belongs(viewer, organization);
}

/** Whether it is theirs in any way, and so theirs to leave. */
export function belongs(viewer: MaybeViewer, { role }: Standing): boolean {
  return role !== null || isAdmin(viewer);
}

/** Name, description, visibility, settings. */
export function canEdit(viewer: MaybeViewer, organization: Standing): boolean {
  return manages(viewer, organization);
}

export function canManageMembers(viewer: MaybeViewer, organization: Standing): boolean {
  return manages(viewer, organization);
}

export function canDelete(viewer: MaybeViewer, organization: Standing): boolean {
  return owns(viewer, organization);
}

export function canHandOver(viewer: MaybeViewer, organization: Standing): boolean {
  return owns(viewer, organization) && !isSuspendedFor(viewer, organization);
}

/** The owner hands it over before. */
export function canLeave(_viewer: MaybeViewer, { role }: Standing): boolean {
  return role !== null && role !== 'owner';
}

/** All members may invite, but not beyond their own role: the invited account could be their own. */
export function rolesToInviteAs(viewer: MaybeViewer, organization: Standing): MemberRole[] {
  if (manages(viewer, organization)) return ['member', 'admin', 'viewer'];
  if (organization.isOffline) return [];
  if (organization.role === 'member') return ['member', 'viewer'];
  return organization.role === 'viewer' ? ['viewer'] : [];
}

/** Put own applications into it. */
export function canUpload(viewer: MaybeViewer, organization: Standing): boolean {
  const { role, allowMemberUploads, isOffline } = organization;
  return manages(viewer, organization) || (role === 'member' && allowMemberUploads && !isOffline);
}

/** Decide on others' uploads to it. */
export function canApprove(viewer: MaybeViewer, organization: Standing): boolean {
  return manages(viewer, organization);
}

/** Whether the user's uploads need approval. */
export function needsApproval(viewer: MaybeViewer, organization: Standing): boolean {
  return organization.requireApproval && !organization.isOffline && !canApprove(viewer, organization);
}

interface OneMember {
  userId: string;
  role: OrganizationRole;
}

/** Removing oneself is leaving. */
export function canRemove(viewer: MaybeViewer, organization: Standing, member: OneMember): boolean {
  if (member.role === 'owner') return false;
  return member.userId === viewer?.id || manages(viewer, organization);
}

export function canChangeRole(viewer: MaybeViewer, organization: Standing, member: OneMember): boolean {
  return member.role !== 'owner' && manages(viewer, organization);
}

export function canMakeOwner(viewer: MaybeViewer, organization: Standing, member: OneMember): boolean {
  return member.role !== 'owner' && canHandOver(viewer, organization);
}

interface OneInvitation {
  role: MemberRole;
  invitedBy: string | null;
}

/** To see that it was sent, and to take it back. */
export function canWithdraw(viewer: MaybeViewer, organization: Standing, invitation: OneInvitation): boolean {
  if (manages(viewer, organization)) return true;
  if (organization.isOffline) return false;
  return organization.role !== null && viewer !== null && invitation.invitedBy === viewer.id;
}

/** A reminder restarts the invitation's validity, like inviting. */
export function canRemind(viewer: MaybeViewer, organization: Standing, invitation: OneInvitation): boolean {
  return (
    canWithdraw(viewer, organization, invitation) &&
    rolesToInviteAs(viewer, organization).includes(invitation.role)
  );
}

function owns(viewer: MaybeViewer, { role }: Standing): boolean {
  return role === 'owner' || isAdmin(viewer);
}

function manages(viewer: MaybeViewer, organization: Standing): boolean {
  const { role } = organization;
  const decides = role === 'owner' || role === 'admin' || isAdmin(viewer);
  return decides && !isSuspendedFor(viewer, organization);
}

/** Administrators can manage offline organizations. */
function isSuspendedFor(viewer: MaybeViewer, { isOffline }: Standing): boolean {
  return isOffline && !isAdmin(viewer);
}

/** Administrators have an owner's rights in every organization. */
function isAdmin(viewer: MaybeViewer): boolean {
  return viewer?.role === 'admin';
}
