import { timingSafeEqual } from 'node:crypto';
import type { OrganizationRole } from '#shared/orgs/orgs.ts';
import { hashSecret } from '../../platform/ids.ts';
import type { Viewer } from '../accounts/viewer.ts';

/**
 * Every question of what somebody may do with an app. docs/applications.md has the answers as tables, and
 * testing/journeys/rights.test.ts asks them over HTTP.
 */

/** What the permission questions need to know of an app, and of who asks. */
export interface AppRights {
  ownerId: string;
  organizationId: string | null;
  /** What the viewer is in the organization of the app; null for others, and where it is in none. */
  organizationRole: OrganizationRole | null;
  isPublic: boolean;
  /** Whether anybody but its owner and those who decide may see it: see `versions.ts`, approvals. */
  isApproved: boolean;
  /** Since its owner's plan has ended. Then it is neither public nor has it a key. */
  isOffline: boolean;
  /** Since an administrator took it offline. The same holds. */
  isTakenDown: boolean;
  /** Null: no link with a key opens it. */
  shareKey: string | null;
}

type Asker = Pick<Viewer, 'id' | 'role'> | null;

/** What a request brings besides its session. */
export interface Credentials {
  /** The `key` of a share link, as it came; nothing is known of its shape. */
  shareKey?: string | undefined;
}

export function canSee(viewer: Asker, app: AppRights, credentials: Credentials = {}): boolean {
  // The key is compared whatever else is true, so that the time tells nothing.
  const keyFits = shareKeyFits(credentials.shareKey, app.shareKey);
  const isMember = app.organizationRole !== null && !isHidden(app);
  return (app.isApproved && (app.isPublic || isMember || keyFits)) || canLookInside(viewer, app);
}

/** Not while it is offline: then it can only be downloaded. */
export function canPlay(viewer: Asker, app: AppRights, credentials: Credentials = {}): boolean {
  return canSee(viewer, app, credentials) && canPlayWhatIsSeen(viewer, app);
}

/** The same where it is known already that they see it. */
export function canPlayWhatIsSeen(viewer: Asker, app: Pick<AppRights, 'isOffline' | 'isTakenDown'>): boolean {
  return !isHidden(app) || viewer?.role === 'admin';
}

/** All its versions with what the inspection found, also those that nobody has approved, and to download them. */
export function canLookInside(viewer: Asker, app: AppRights): boolean {
  return owns(viewer, app) || manages(viewer, app);
}

/** Name, description, visibility, share key. */
export function canEdit(viewer: Asker, app: AppRights): boolean {
  return canLookInside(viewer, app) && !sleepsFor(viewer, app);
}

/** Make a new share link. While the app waits for approval or is offline no link opens it. */
export function canShare(viewer: Asker, app: AppRights): boolean {
  return canEdit(viewer, app) && app.isApproved && !isHidden(app);
}

/** Add a version, or make another one active; and to play versions that nobody has approved. */
export function canUpdate(viewer: Asker, app: AppRights): boolean {
  return canEdit(viewer, app);
}

type FateRights = Pick<AppRights, 'ownerId' | 'organizationRole' | 'isOffline' | 'isTakenDown'>;

export function canDelete(viewer: Asker, app: FateRights): boolean {
  return owns(viewer, app) || (app.organizationRole === 'owner' && !isHidden(app));
}

/** Take it to another organization: whoever owns that one may delete it from then on. */
export function canMove(viewer: Asker, app: FateRights): boolean {
  return canDelete(viewer, app) && !sleepsFor(viewer, app);
}

/** Decide on what others uploaded to its organization; and what one uploads oneself waits for nobody. */
export function canApprove(viewer: Asker, app: AppRights): boolean {
  return manages(viewer, app);
}

/** Whether the organization of an app is named: a private one to its members and to whoever put the app there. */
export function canKnowOrganization(
  viewer: Asker,
  app: AppRights & { organizationIsPublic: boolean | null },
): boolean {
  return app.organizationIsPublic === true || app.organizationRole !== null || canLookInside(viewer, app);
}

function owns(viewer: Asker, { ownerId }: Pick<AppRights, 'ownerId'>): boolean {
  return viewer !== null && (viewer.role === 'admin' || viewer.id === ownerId);
}

/** What is offline is its owner's alone, wherever it lies. */
function manages(viewer: Asker, app: AppRights): boolean {
  const decides = app.organizationRole === 'owner' || app.organizationRole === 'admin';
  return viewer?.role === 'admin' || (decides && !isHidden(app));
}

/** Offline, for whichever of the two reasons. */
export function isHidden({ isOffline, isTakenDown }: Pick<AppRights, 'isOffline' | 'isTakenDown'>): boolean {
  return isOffline || isTakenDown;
}

/** What an administrator took offline its owner may mend; without a plan nothing. Administrators still manage both. */
function sleepsFor(viewer: Asker, { isOffline }: Pick<AppRights, 'isOffline'>): boolean {
  return isOffline && viewer?.role !== 'admin';
}

/** In constant time, whatever the lengths: hashes are compared, never the keys. */
function shareKeyFits(given: string | undefined, shareKey: string | null): boolean {
  const equal = timingSafeEqual(hashSecret(given ?? ''), hashSecret(shareKey ?? ''));
  return equal && given !== undefined && shareKey !== null;
}
