import type { Config } from '../../config.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { PlayableApp } from '../apps/store.ts';
import type { StoredVersion } from '../versions/read.ts';
import { findWay } from './access/doorman.ts';
import type { Sealers } from './access/tickets.ts';
import { ownPrefix } from './address.ts';
import { appOrigin } from './hosts.ts';

const ticketMilliseconds = 60_000;
/** An interrupted download goes on by asking the same address again. */
const downloadMilliseconds = 3_600_000;

/** Who asks, and what is needed to answer. */
export interface Asking {
  config: Config;
  sealers: Sealers;
  now: Date;
  viewer: Viewer | null;
  app: PlayableApp;
  shareKey: string | undefined;
}

/**
 * Where the browser goes to play; null where this viewer may not. The address names the version, so that the
 * page stays with it; it carries nothing else, so that a return visit finds the document in the browser's cache.
 */
export function playUrl(asking: Asking): string | null {
  const { config, sealers, app } = asking;
  const origin = appOrigin(config.contentOrigin, app.id);
  if (app.isPublic) return `${origin}/${documentQuery(app)}`;
  const way = findWay(asking.viewer, app, asking.shareKey);
  if (way === null) return null;
  const issuedAt = asking.now.getTime();
  const ticket = sealers.ticket.seal({
    appId: app.id,
    way,
    issuedAt,
    expiresAt: issuedAt + ticketMilliseconds,
  });
  return `${origin}/${ownPrefix}enter?ticket=${ticket}`;
}

/** Where the original upload of a version is downloaded; null where this viewer may not. */
export function downloadUrl(asking: Asking, version: StoredVersion): string | null {
  const { config, sealers, app } = asking;
  const way = findWay(asking.viewer, app, asking.shareKey);
  if (way === null && !app.isPublic) return null;
  const issuedAt = asking.now.getTime();
  const ticket = sealers.download.seal({
    appId: app.id,
    versionId: version.id,
    way: app.isPublic ? null : way,
    issuedAt,
    expiresAt: issuedAt + downloadMilliseconds,
  });
  const name = encodeURIComponent(version.fileName.toWellFormed());
  return `${appOrigin(config.contentOrigin, app.id)}/${ownPrefix}download/${version.id}/${name}?ticket=${ticket}`;
}

export function documentQuery(app: PlayableApp): string {
  return `?v=${app.activeVersionId}`;
}
