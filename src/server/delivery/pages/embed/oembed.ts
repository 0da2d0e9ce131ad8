import { embedCode, embedSize } from '#shared/apps/embed.ts';
import { thumbnailPath, thumbnailSizes } from '#shared/apps/thumbnails.ts';
import type { DeviceAccess } from '#shared/play/game-features.ts';
import { gameParameters, gameQuery } from '#shared/play/game-query.ts';

/** What a consumer may ask for; both are upper limits in pixels. */
export interface Room {
  maxWidth: number;
  maxHeight: number;
}

export interface OembeddedApp {
  id: string;
  name: string;
  ownerUsername: string;
  deviceAccess: readonly DeviceAccess[];
  thumbnailId: string | null;
}

/** The app that an address names, with its share key and the query of the game; null for what is no address of an app on this Flux. */
export function readAddress(
  url: string,
  publicUrl: string,
): { appId: string; key: string | undefined; query: string } | null {
  if (!URL.canParse(url)) return null;
  const { origin, pathname, search, searchParams } = new URL(url);
  const appId = /^\/(?:play|embed)\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (origin !== publicUrl || appId === undefined) return null;
  const key = searchParams.get(gameParameters.shareKey) ?? undefined;
  return { appId, key, query: gameQuery(search) };
}

/** A pixel count of the query; null for what is none. */
export function readPixels(value: unknown): number | null {
  if (value === undefined) return Number.POSITIVE_INFINITY;
  return typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : null;
}

/** The answer of oembed.com's `rich` type. The frame keeps its ratio and never exceeds the room. */
export function oembedAnswer(
  publicUrl: string,
  app: OembeddedApp,
  { room, query }: { room: Room; query: string },
): object {
  const { maxWidth, maxHeight } = room;
  const scale = Math.min(1, maxWidth / embedSize.width, maxHeight / embedSize.height);
  const size = {
    width: Math.max(1, Math.floor(embedSize.width * scale)),
    height: Math.max(1, Math.floor(embedSize.height * scale)),
  };
  return {
    version: '1.0',
    type: 'rich',
    provider_name: 'Flux',
    provider_url: publicUrl,
    title: app.name,
    author_name: app.ownerUsername,
    ...thumbnail(publicUrl, app, room),
    ...size,
    html: embedCode(publicUrl, app, { size, query }),
  };
}

/** The largest thumbnail that has room, or none. */
function thumbnail(publicUrl: string, { thumbnailId }: OembeddedApp, { maxWidth, maxHeight }: Room): object {
  const size = (['large', 'small'] as const).find(
    (each) => thumbnailSizes[each].width <= maxWidth && thumbnailSizes[each].height <= maxHeight,
  );
  if (thumbnailId === null || size === undefined) return {};
  const { width, height } = thumbnailSizes[size];
  return {
    thumbnail_url: publicUrl + thumbnailPath(thumbnailId, size),
    thumbnail_width: width,
    thumbnail_height: height,
  };
}
