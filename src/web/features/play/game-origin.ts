import { emptyPagePath } from '#shared/play/empty-page.ts';

/** The origin of a game's messages; 'null' for an opaque origin. */
export function gameOrigin(contentOrigin: string | null, appId: string): string {
  return contentOrigin === null ? 'null' : contentOrigin.replace('{app}', appId);
}

/** The page that the frame of a closing game navigates to. An opaque origin has none, and keeps no saves. */
export function emptyPageOf(
  contentOrigin: string | null,
  app: { id: string; needsThreads: boolean },
): string {
  return contentOrigin === null
    ? 'about:blank'
    : gameOrigin(contentOrigin, app.id) + emptyPagePath(app.needsThreads);
}
