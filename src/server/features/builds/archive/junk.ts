import { isJunkFolder, isJunkName } from '#shared/junk.ts';
import { isStreamingAsset } from '../inspect/unity/part-names.ts';

/** Written by Unity next to a build and never asked for by it. */
const unityNotes = new Set(['projectversion.txt', 'guid.txt', 'dependencies.txt']);

/**
 * Whether a file has no place on a website: what operating systems leave behind, hidden files and folders such
 * as `.git/` and `.htaccess`, and what Unity itself says not to ship.
 */
export function isJunk(path: string): boolean {
  const segments = path.split('/');
  if (segments.slice(0, -1).some(isJunkFolder) || isJunkName(segments.at(-1) ?? '')) return true;
  const name = segments.at(-1)?.toLowerCase() ?? '';
  // What lies in StreamingAssets is the creator's own, whatever it is called.
  return unityNotes.has(name) && !isStreamingAsset(path);
}
