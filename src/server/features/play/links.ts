import type { Config } from '../../config.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { canLookInside, canUpdate } from '../apps/can.ts';
import type { SeenApp } from '../apps/store.ts';
import type { StoredVersion } from '../versions/read.ts';
import { findWay } from './access/doorman.ts';
import type { Sealers, Way } from './access/tickets.ts';
import { ownPrefix } from './address.ts';
import { documentQuery } from './bind.ts';
import { appOrigin } from './hosts.ts';
import { sameHostBase } from './place.ts';

const ticketMilliseconds = 60_000;
/** An interrupted download goes on by asking the same address again. */
const downloadMilliseconds = 3_600_000;
const sharedGrantMilliseconds = 43_200_000;

/** Who asks, and what is needed to answer. */
export interface Asking {
  config: Config;
  sealers: Sealers;
  now: Date;
  viewer: Viewer | null;
  app: SeenApp;
  shareKey: string | undefined;
}

/**
 * Where the browser goes to play; null where this viewer may not. The address names the version, so that the
 * page stays with it; it carries nothing else, so that a return visit finds the document in the browser's cache.
 * @param version another version than the active one only for those who may update the app
 */
export function playUrl(asking: Asking, version?: StoredVersion): string | null {
  const { config, sealers, app } = asking;
  const versionId = version?.id ?? app.activeVersionId;
  const found = findWay(asking.viewer, app, asking.shareKey);
  if (found === null && !app.isPublic) return null;
  if (versionId !== app.activeVersionId && !canUpdate(asking.viewer, app)) return null;
  // What everybody may play needs none.
  const way = isOpenToAll(app, version) ? null : found;
  const query = documentQuery(versionId, { pinned: version !== undefined });
  if (config.contentOrigin === null) {
    const base = sameHostBase(app.id, versionId, way && addressGrant(asking, way));
    // The path names the version already; the query says that it stays with it.
    return `${config.publicUrl}${base}/${version === undefined ? '' : query}`;
  }
  const origin = appOrigin(config.contentOrigin, app.id);
  if (way === null) return `${origin}/${query}`;
  const issuedAt = asking.now.getTime();
  const ticket = sealers.ticket.seal({
    appId: app.id,
    way,
    issuedAt,
    expiresAt: issuedAt + ticketMilliseconds,
  });
  return `${origin}/${ownPrefix}enter${query}&ticket=${ticket}`;
}

/** Not the versions of a public app that nobody has approved. */
function isOpenToAll(app: SeenApp, version: StoredVersion | undefined): boolean {
  return app.isPublic && (version === undefined || version.approval === 'approved');
}

/**
 * The grant that stands in the address where there can be no cookie. It stays the same for half a day, so that a browser
 * finds again what it has, and holds for a day more.
 */
function addressGrant({ app, now, sealers }: Asking, way: Way): string {
  const issuedAt = now.getTime() - (now.getTime() % sharedGrantMilliseconds);
  const expiresAt = issuedAt + 3 * sharedGrantMilliseconds;
  return sealers.grant.seal({ appId: app.id, way, issuedAt, expiresAt });
}

/** Where the original upload of a version is downloaded; null where this viewer may not. */
export function downloadUrl(asking: Asking, version: StoredVersion): string | null {
  const { config, sealers, app } = asking;
  const way = findWay(asking.viewer, app, asking.shareKey, 'download');
  if (way === null && !app.isPublic) return null;
  if (version.approval !== 'approved' && !canLookInside(asking.viewer, app)) return null;
  const issuedAt = asking.now.getTime();
  const ticket = sealers.download.seal({
    appId: app.id,
    versionId: version.id,
    way: isOpenToAll(app, version) ? null : way,
    issuedAt,
    expiresAt: issuedAt + downloadMilliseconds,
  });
  const name = encodeURIComponent(version.fileName.toWellFormed());
  const base =
    config.contentOrigin === null
      ? config.publicUrl + sameHostBase(app.id, version.id, null)
      : appOrigin(config.contentOrigin, app.id);
  return `${base}/${ownPrefix}download/${version.id}/${name}?ticket=${ticket}`;
}
