import { offlineMessages } from '#shared/billing/offline.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Viewer } from '../accounts/viewer.ts';
import {
  belongs,
  canDelete,
  canEdit,
  canHandOver,
  canKnow,
  canLookInside,
  canManageMembers,
  rolesToInviteAs,
  type Standing,
} from './can.ts';

const questions = {
  know: canKnow,
  belong: belongs,
  lookInside: canLookInside,
  edit: canEdit,
  manageMembers: canManageMembers,
  invite: (viewer: Viewer, organization: Standing) => rolesToInviteAs(viewer, organization).length > 0,
  handOver: canHandOver,
  delete: canDelete,
};
export type Right = keyof typeof questions;

const refusals: Record<Right, string> = {
  know: 'Only members of this organization may do that.',
  belong: 'Only members of this organization may do that.',
  lookInside: 'Only members of this organization may see that.',
  edit: 'Only the owner and admins of this organization may change it.',
  manageMembers: 'Only the owner and admins of this organization may manage its members.',
  invite: 'Only members of this organization may invite to it.',
  handOver: 'Only the owner of this organization may hand it over.',
  delete: 'Only the owner of this organization may delete it.',
};

/** Whether this viewer may do that with it. */
export function allows(viewer: Viewer, organization: Standing, right: Right): boolean {
  return questions[right](viewer, organization);
}

/**
 * The organization, if the viewer has the right.
 * @throws FluxError `organization_not_found` for a missing or invisible one; `subscription_required` to the owner of
 * an offline one; `forbidden`
 */
export function permit<Organization extends Standing>(
  viewer: Viewer,
  organization: Organization | undefined,
  right: Right,
): Organization {
  if (organization === undefined || !canKnow(viewer, organization))
    throw new FluxError('organization_not_found');
  if (allows(viewer, organization, right)) return organization;
  if (organization.isOffline) throw refusalOffline(organization);
  throw new FluxError('forbidden', refusals[right]);
}

function refusalOffline({ role }: Standing): FluxError {
  return role === 'owner'
    ? new FluxError('subscription_required', offlineMessages.organization)
    : new FluxError('forbidden', offlineMessages.organizationOfOther);
}
