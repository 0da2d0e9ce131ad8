import { emptyPagePath } from '#shared/play/empty-page.ts';

/** Where a game's messages come from; what has no origin of its own says 'null'. */
export function gameOrigin(contentOrigin: string | null, appId: string): string {
  return contentOrigin === null ? 'null' : contentOrigin.replace('{app}', appId);
}

/** Where the frame of a game is led to be left. An opaque origin has no page of its own, and keeps no saves. */
export function emptyPageOf(
  contentOrigin: string | null,
  app: { id: string; needsThreads: boolean },
): string {
  return contentOrigin === null
    ? 'about:blank'
    : gameOrigin(contentOrigin, app.id) + emptyPagePath(app.needsThreads);
}
