import { gameParameters, gameQuery, withQuery } from '#shared/play/game-query.ts';

interface Start {
  /** Milliseconds since 1970. */
  at: number;
  /** From 0 up to 1. */
  random: number;
}

/** Where the play page was opened, as `location` has it. */
interface Opened {
  search: string;
  hash: string;
}

/**
 * The address that the frame loads: `/serve/{id}?v={version}_{timestamp}_{random}`, with the share key where the page was
 * opened by one, and with the query and the fragment that the page was given for the game. Freshness does not depend on `v`;
 * it makes each start of the player its own, and is missing before there is one.
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
