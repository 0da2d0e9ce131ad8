import { gameParameters, gameQuery, withQuery } from '#shared/play/game-query.ts';

interface Start {
  /** Milliseconds since 1970. */
  at: number;
  /** From 0 (inclusive) to 1 (exclusive). */
  random: number;
}

/** The address of the play page, as in `location`. */
interface Opened {
  search: string;
  hash: string;
}

/**
 * The address that the frame loads: `/serve/{id}?v={version}_{timestamp}_{random}`, with the share key if the
 * page has one, and with the game's query and fragment of the page. `v` makes each start of the player
 * unique; caching does not depend on it. It is omitted without a version.
 */
export function serveUrl(
  app: { id: string; version: string },
  key: string | null,
  { opened, start }: { opened?: Opened; start?: Start } = {},
): string {
  const own = new URLSearchParams();
  if (start)
    own.set(
      gameParameters.pageVersion,
      `${app.version}_${start.at}_${start.random.toString(36).slice(2, 10)}`,
    );
  if (key) own.set(gameParameters.shareKey, key);
  const address = withQuery(`/serve/${encodeURIComponent(app.id)}`, own.toString());
  return opened ? withQuery(address, gameQuery(opened.search)) + opened.hash : address;
}
