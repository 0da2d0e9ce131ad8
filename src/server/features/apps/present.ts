import type { Application, ApplicationCard } from '#shared/apps/apps.ts';
import { thumbnailPath } from '#shared/apps/thumbnails.ts';
import { endpointUrl } from '#shared/contract/endpoint-url.ts';
import { isIsolated } from '#shared/play/isolation.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { presentNamed } from '../orgs/present.ts';
import {
  type Credentials,
  canApprove,
  canDelete,
  canEdit,
  canKnowOrganization,
  canLookInside,
  canPlayVisible,
  canSee,
  canShare,
  canUpdate,
} from './can.ts';
import type { AppCard, AppDetails } from './store.ts';

/** The viewer and the server's address: all inputs of a presentation besides the app. */
export interface PresentOptions {
  viewer: Viewer | null;
  credentials?: Credentials;
  /** Origin of Flux, without a trailing slash. */
  publicUrl: string;
}

type SharedApp = Pick<AppCard, 'id' | 'isPublic' | 'shareKey'>;

export function presentCard(app: AppCard, options: PresentOptions): ApplicationCard {
  const { viewer } = options;
  const looksInside = canLookInside(viewer, app);
  const organizationId = canKnowOrganization(viewer, app) ? app.organizationId : null;
  return {
    id: app.id,
    name: app.name,
    description: app.description,
    isPublic: app.isPublic,
    organizationId,
    organization: presentNamed(organizationId, app.organizationName),
    uploadedBy: app.ownerId,
    uploadedByUsername: app.ownerUsername,
    uploadedByEmail: looksInside ? app.ownerEmail : null,
    uploadedByUser: {
      id: app.ownerId,
      username: app.ownerUsername,
      email: looksInside ? app.ownerEmail : null,
      role: looksInside ? app.ownerRole : null,
    },
    thumbnailUrl: app.thumbnailId === null ? null : thumbnailPath(app.thumbnailId, 'small'),
    thumbnailLargeUrl: app.thumbnailId === null ? null : thumbnailPath(app.thumbnailId, 'large'),
    version: app.version,
    theme: app.theme,
    deviceAccess: app.deviceAccess,
    fileUrl: fileUrl(app, options),
    fileName: app.fileName,
    fileSize: app.fileSize,
    createdAt: app.createdAt.toISOString(),
    updatedAt: app.updatedAt.toISOString(),
    shareUrl: app.isPublic || canEdit(viewer, app) ? shareUrl(app, options.publicUrl) : null,
    shareLink: shareLink(app, viewer),
    isOffline: app.isOffline,
    takenDown: takenDown(app, viewer),
    wantsPublic: looksInside && app.wantsPublic,
    approval: looksInside ? app.approval : null,
    can: {
      // Visible apps are playable unless offline; the key is not compared again.
      play: canPlayVisible(viewer, app),
      edit: canEdit(viewer, app),
      update: canUpdate(viewer, app),
      delete: canDelete(viewer, app),
      approve: canApprove(viewer, app),
      share: canShare(viewer, app),
    },
  };
}

export function presentApplication(app: AppDetails, options: PresentOptions): Application {
  const { report, threadIsolation, singlePageRoutes } = app;
  const updates = canUpdate(options.viewer, app);
  return {
    ...presentCard(app, options),
    threadIsolation: updates ? threadIsolation : null,
    singlePageRoutes: updates ? singlePageRoutes : null,
    needsThreads: isIsolated(threadIsolation, report.threads),
    pageSize: report.pageSize ?? null,
    cannotStart: app.heldBack.length > 0,
    build: canLookInside(options.viewer, app) ? report : null,
  };
}

function takenDown(app: AppCard, viewer: Viewer | null): ApplicationCard['takenDown'] {
  if (app.takenDownAt === null || !canLookInside(viewer, app)) return null;
  return { at: app.takenDownAt.toISOString(), reason: app.takenDownReason ?? '' };
}

/** An app that becomes public when restored has a link then, with or without a key. */
function shareLink(app: AppCard, viewer: Viewer | null): ApplicationCard['shareLink'] {
  if (app.isPublic) return 'on';
  if (!canLookInside(viewer, app)) return null;
  if (app.shareKey !== null) return 'on';
  return app.hasShareKey || app.wantsPublic ? 'sleeping' : 'off';
}

/** The key is included only if this viewer needs it. */
function fileUrl(app: AppCard, { viewer, credentials }: PresentOptions): string | null {
  if (!app.hasOriginal) return null;
  // Lists ignore keys, and comparing one for each card is expensive.
  const key = credentials?.shareKey === undefined || canSee(viewer, app) ? undefined : credentials.shareKey;
  return endpointUrl('/api/applications/{id}/download', { id: app.id }, { key });
}

/** The link that opens the app for its recipients; null for a private app with a disabled key. */
export function shareUrl(app: SharedApp & { shareKey: string }, publicUrl: string): string;
export function shareUrl(app: SharedApp, publicUrl: string): string | null;
export function shareUrl(app: SharedApp, publicUrl: string): string | null {
  if (app.isPublic) return publicUrl + endpointUrl('/play/{id}', { id: app.id });
  if (app.shareKey === null) return null;
  return publicUrl + endpointUrl('/play/{id}', { id: app.id }, { key: app.shareKey });
}
