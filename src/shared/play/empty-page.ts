const path = '/_flux/empty';

/**
 * The path, on the origin of a game, of a page without content. The player navigates the frame of a game
 * there before it removes the frame: a page that is replaced by one of its own origin and isolation runs its
 * `pagehide` and `visibilitychange` handlers to their end.
 */
export const emptyPagePath = (isIsolated: boolean) => (isIsolated ? `${path}/isolated` : path);
