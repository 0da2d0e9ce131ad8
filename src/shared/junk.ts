/** Left by operating systems and web servers' configuration; in any folder. */
const junkNames = new Set(['__macosx', 'thumbs.db', 'ehthumbs.db', 'desktop.ini', 'web.config']);
const unityFolders = /_(BackUpThisFolder_ButDontShipItWithYourGame|BurstDebugInformation_DoNotShip)$/i;

/**
 * Whether a file has no place on any website, whatever else there is: what operating systems leave behind, hidden files and
 * folders such as `.git/` and `.htaccess`, and folders that Unity itself says not to ship.
 */
export function isJunk(path: string): boolean {
  const segments = path.split('/');
  return segments.slice(0, -1).some(isJunkFolder) || isJunkName(segments.at(-1) ?? '');
}

/** Whether nothing in a folder of that name has a place there. */
export function isJunkFolder(segment: string): boolean {
  return isJunkName(segment) || unityFolders.test(segment);
}

function isJunkName(segment: string): boolean {
  return segment.startsWith('.') || junkNames.has(segment.toLowerCase());
}
