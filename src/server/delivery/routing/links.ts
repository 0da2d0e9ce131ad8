import { gameParameters, withQuery } from '#shared/play/game-query.ts';
import type { Config } from '../../config/config.ts';
import type { Viewer } from '../../features/accounts/viewer.ts';
import { canLookInside, canUpdate } from '../../features/apps/can.ts';
import type { SeenApp } from '../../features/apps/store.ts';
import type { StoredVersion } from '../../features/publishing/versions/read.ts';
import { findWay } from '../access/access-cache.ts';
import type { AddressPass, Sealers, Way } from '../access/tickets.ts';
import { ownPrefix } from './address.ts';
import { privateBase, publicBase } from './content-address.ts';
import { appOrigin } from './hosts.ts';
import { documentQuery } from './version-resolution.ts';

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
  /** The part of the requested query that belongs to the game, as of `gameQuery`. */
  gameQuery: string;
}

/**
 * Where the browser goes to play; null where this viewer may not. The address names the version, so that the
 * page stays with it. Besides, it carries the game's own query alone, so that a return visit finds the document in the
 * browser's cache.
 * @param version another version than the active one only for those who may update the app; without it the active
 *   version, which is then taken as approved and not held back
 * @param pinned whether the page keeps this version when another one is activated
 */
export function playUrl(asking: Asking, version?: StoredVersion, { pinned = false } = {}): string | null {
  const { config, sealers, app } = asking;
  const versionId = version?.id ?? app.activeVersionId;
  const found = findWay(asking.viewer, app, asking.shareKey);
  if (found === null && !app.isPublic) return null;
  if (versionId !== app.activeVersionId && !canUpdate(asking.viewer, app)) return null;
  const way = needsWay(asking, version) ? found : null;
  const query = documentQuery(versionId, { pinned });
  if (config.contentOrigin === null) {
    const base = way
      ? privateBase(sealers, addressGrant(asking, way, versionId))
      : publicBase(app.id, versionId);
    // The path names the version already; the query says that it stays with it.
    const page = withQuery(`${config.publicUrl}${base}/`, pinned ? query : '');
    return withQuery(page, asking.gameQuery);
  }
  const origin = appOrigin(config.contentOrigin, app.id);
  if (way === null) return withQuery(withQuery(`${origin}/`, query), asking.gameQuery);
  const issuedAt = asking.now.getTime();
  const ticket = sealers.ticket.seal({
    appId: app.id,
    way,
    issuedAt,
    expiresAt: issuedAt + ticketMilliseconds,
  });
  const entrance = withQuery(`${origin}/${ownPrefix}enter`, query);
  return withQuery(withQuery(entrance, `${gameParameters.ticket}=${ticket}`), asking.gameQuery);
}

/** Visitors of a public app need no ticket or grant. A preview does: it is checked on the content origin. */
function needsWay({ app, viewer }: Asking, version: StoredVersion | undefined): boolean {
  if (!app.isPublic) return true;
  const isPreview = version !== undefined && (version.approval !== 'approved' || version.heldBack.length > 0);
  return isPreview && canUpdate(viewer, app);
}

/**
 * The grant that stands in the address where there can be no cookie. It stays the same for half a day, so that a browser
 * finds again what it has, and holds for a day more.
 */
function addressGrant({ app, now }: Asking, way: Way, versionId: string): AddressPass {
  const issuedAt = now.getTime() - (now.getTime() % sharedGrantMilliseconds);
  const expiresAt = issuedAt + 3 * sharedGrantMilliseconds;
  return { appId: app.id, versionId, way, issuedAt, expiresAt };
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
    way: app.isPublic && version.approval === 'approved' ? null : way,
    issuedAt,
    expiresAt: issuedAt + downloadMilliseconds,
  });
  const name = encodeURIComponent(version.fileName.toWellFormed());
  const base =
    config.contentOrigin === null
      ? config.publicUrl + publicBase(app.id, version.id)
      : appOrigin(config.contentOrigin, app.id);
  return withQuery(
    `${base}/${ownPrefix}download/${version.id}/${name}`,
    `${gameParameters.ticket}=${ticket}`,
  );
}
