import { timingSafeEqual } from 'node:crypto';
import { hashSecret } from '../../platform/ids.ts';
import type { Viewer } from '../accounts/viewer.ts';

/** What the permission questions need to know of an app. */
export interface AppRights {
  ownerId: string;
  organizationId: string | null;
  isPublic: boolean;
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
  return app.isPublic || canEdit(viewer, app) || keyFits;
}

export function canPlay(viewer: Asker, app: AppRights, credentials: Credentials = {}): boolean {
  return canSee(viewer, app, credentials);
}

/** Name, description, visibility, share key; and to see what the inspection found. */
export function canEdit(viewer: Asker, app: AppRights): boolean {
  return viewer !== null && (viewer.role === 'admin' || viewer.id === app.ownerId);
}

/** Add a version, or make another one active. */
export function canUpdate(viewer: Asker, app: AppRights): boolean {
  return canEdit(viewer, app);
}

export function canDelete(viewer: Asker, app: AppRights): boolean {
  return canEdit(viewer, app);
}

/** Whether the organization of an app is named: a private one to its owner and to whoever put the app there. */
export function canKnowOrganization(
  viewer: Asker,
  app: AppRights & { organizationIsPublic: boolean | null; organizationOwnerId: string | null },
): boolean {
  const isOwner = viewer !== null && viewer.id === app.organizationOwnerId;
  return app.organizationIsPublic === true || isOwner || canEdit(viewer, app);
}

/** In constant time, whatever the lengths: hashes are compared, never the keys. */
function shareKeyFits(given: string | undefined, shareKey: string | null): boolean {
  const equal = timingSafeEqual(hashSecret(given ?? ''), hashSecret(shareKey ?? ''));
  return equal && given !== undefined && shareKey !== null;
}
