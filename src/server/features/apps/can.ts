import { timingSafeEqual } from 'node:crypto';
import type { OrganizationRole } from '#shared/orgs/orgs.ts';
import { hashSecret } from '../../platform/ids.ts';
import type { Viewer } from '../accounts/viewer.ts';

/**
 * All permissions on an application. docs/applications.md has them as tables, and testing/journeys/rights.test.ts
 * tests these over HTTP.
 */

/** The fields of an app and its viewer that permissions depend on. */
export interface AppRights {
  ownerId: string;
  organizationId: string | null;
  /** The viewer's role in the app's organization; null without one. */
  organizationRole: OrganizationRole | null;
  isPublic: boolean;
  /** Whether users other than its owner and approvers may see it: see `versions.ts`, approvals. */
  isApproved: boolean;
  /** Since its owner's plan has ended. Then it is neither public nor has it a key. */
  isOffline: boolean;
  /** Taken down by an administrator. The same holds. */
  isTakenDown: boolean;
  /** Null: no link with a key opens it. */
  shareKey: string | null;
}

type MaybeViewer = Pick<Viewer, 'id' | 'role'> | null;

/** Credentials of a request besides its session. */
export interface Credentials {
  /** The `key` of a share link, unvalidated. */
  shareKey?: string | undefined;
}

export function canSee(viewer: MaybeViewer, app: AppRights, credentials: Credentials = {}): boolean {
  // The key is always compared, so that timing reveals nothing.
  const keyFits = shareKeyFits(credentials.shareKey, app.shareKey);
  const isMember = app.organizationRole !== null && !isHidden(app);
  return (app.isApproved && (app.isPublic || isMember || keyFits)) || canLookInside(viewer, app);
}

/** Not while it is offline: then it can only be downloaded. */
export function canPlay(viewer: MaybeViewer, app: AppRights, credentials: Credentials = {}): boolean {
  return canSee(viewer, app, credentials) && canPlayVisible(viewer, app);
}

/** The same for a viewer who may see it. */
export function canPlayVisible(
  viewer: MaybeViewer,
  app: Pick<AppRights, 'isOffline' | 'isTakenDown'>,
): boolean {
  return !isHidden(app) || viewer?.role === 'admin';
}

/** See and download all versions with their reports, including pending ones. */
export function canLookInside(viewer: MaybeViewer, app: AppRights): boolean {
  return owns(viewer, app) || manages(viewer, app);
}

/** Name, description, visibility, share key. */
export function canEdit(viewer: MaybeViewer, app: AppRights): boolean {
  return canLookInside(viewer, app) && !isSuspendedFor(viewer, app);
}

/** Create a new share link. While the app is pending or offline no link opens it. */
export function canShare(viewer: MaybeViewer, app: AppRights): boolean {
  return canEdit(viewer, app) && app.isApproved && !isHidden(app);
}

/** Add or activate a version, and play pending ones. */
export function canUpdate(viewer: MaybeViewer, app: AppRights): boolean {
  return canEdit(viewer, app);
}

type ManageRights = Pick<AppRights, 'ownerId' | 'organizationRole' | 'isOffline' | 'isTakenDown'>;

export function canDelete(viewer: MaybeViewer, app: ManageRights): boolean {
  return owns(viewer, app) || (app.organizationRole === 'owner' && !isHidden(app));
}

/** Move it to another organization, whose owner may then delete it. */
export function canMove(viewer: MaybeViewer, app: ManageRights): boolean {
  return canDelete(viewer, app) && !isSuspendedFor(viewer, app);
}

/** Decide on pending content of the organization. Own uploads need no approval. */
export function canApprove(viewer: MaybeViewer, app: AppRights): boolean {
  return manages(viewer, app);
}

/** Whether the app's organization is named: a private one only to its members and the app's owner. */
export function canKnowOrganization(
  viewer: MaybeViewer,
  app: AppRights & { organizationIsPublic: boolean | null },
): boolean {
  return app.organizationIsPublic === true || app.organizationRole !== null || canLookInside(viewer, app);
}

function owns(viewer: MaybeViewer, { ownerId }: Pick<AppRights, 'ownerId'>): boolean {
  return viewer !== null && (viewer.role === 'admin' || viewer.id === ownerId);
}

/** An offline app is visible to its owner only, in any organization. */
function manages(viewer: MaybeViewer, app: AppRights): boolean {
  const decides = app.organizationRole === 'owner' || app.organizationRole === 'admin';
  return viewer?.role === 'admin' || (decides && !isHidden(app));
}

/** Offline for either reason. */
export function isHidden({ isOffline, isTakenDown }: Pick<AppRights, 'isOffline' | 'isTakenDown'>): boolean {
  return isOffline || isTakenDown;
}

/** What an administrator took offline its owner may mend; without a plan nothing. Administrators still manage both. */
function isSuspendedFor(viewer: MaybeViewer, { isOffline }: Pick<AppRights, 'isOffline'>): boolean {
  return isOffline && viewer?.role !== 'admin';
}

/** In constant time for all lengths: hashes are compared, never the keys. */
function shareKeyFits(given: string | undefined, shareKey: string | null): boolean {
  const equal = timingSafeEqual(hashSecret(given ?? ''), hashSecret(shareKey ?? ''));
  return equal && given !== undefined && shareKey !== null;
}
