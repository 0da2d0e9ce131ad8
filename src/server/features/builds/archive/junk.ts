import { isStreamingAsset } from '../inspect/unity/part-names.ts';

/** Left by operating systems and web servers' configuration; in any folder. */
const junkNames = new Set(['__macosx', 'thumbs.db', 'ehthumbs.db', 'desktop.ini', 'web.config']);
/** Written by Unity next to a build and never asked for by it. */
const unityNotes = new Set(['projectversion.txt', 'guid.txt', 'dependencies.txt']);
const unityFolders = /_(BackUpThisFolder_ButDontShipItWithYourGame|BurstDebugInformation_DoNotShip)$/i;

/**
 * Whether a file has no place on a website: what operating systems leave behind, hidden files and folders such
 * as `.git/` and `.htaccess`, and what Unity itself says not to ship.
 */
export function isJunk(path: string): boolean {
  const segments = path.split('/');
  if (segments.some((segment) => segment.startsWith('.') || junkNames.has(segment.toLowerCase())))
    return true;
  if (segments.slice(0, -1).some((segment) => unityFolders.test(segment))) return true;
  const name = segments.at(-1)?.toLowerCase() ?? '';
  // What lies in StreamingAssets is the creator's own, whatever it is called.
  return unityNotes.has(name) && !isStreamingAsset(path);
}
