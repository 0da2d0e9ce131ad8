const path = '/_flux/empty';
const isolatedPath = `${path}/isolated`;

/** The paths, on the origin of each game, of pages without content. */
export const emptyPagePaths: readonly string[] = [path, isolatedPath];

/**
 * The page that the player leads the frame of a game to before it removes the frame. A page that is replaced by one of its own
 * origin and isolation runs its `pagehide` and `visibilitychange` handlers to their end.
 */
export function emptyPagePath(isIsolated: boolean): string {
  return isIsolated ? isolatedPath : path;
}
