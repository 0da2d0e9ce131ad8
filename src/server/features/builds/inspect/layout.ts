import type { TreeFile } from '../tree.ts';
import type { PlacedFile } from './placed.ts';
import { baseName, folderOf, partNameOf } from './unity/part-names.ts';

const junkNames = new Set(['.ds_store', 'thumbs.db', 'desktop.ini']);
const junkFolders = new Set(['__macosx', '.git', '.svn', '.hg']);
/** Settings of other servers, and folders that Unity itself asks not to publish. */
const serverFiles = new Set(['.htaccess', 'web.config']);
const notShipped = /_(BackUpThisFolder_ButDontShipItWithYourGame|BurstDebugInformation_DoNotShip)$/i;
/** What some build pipelines leave beside a Unity build. */
const unityNotes = new Set(['projectversion.txt', 'guid.txt', 'dependencies.txt']);

/** Junk of operating systems and version control, which counts for nothing, not even for the top folder. */
export function isJunk(path: string): boolean {
  const segments = path.split('/');
  const name = (segments.at(-1) ?? '').toLowerCase();
  if (junkNames.has(name) || name.startsWith('._')) return true;
  return segments.slice(0, -1).some((folder) => junkFolders.has(folder.toLowerCase()));
}

/** What is read but never served. `dependencies.txt` and the like only beside a Unity build. */
export function isNotServed(path: string, isUnity: boolean): boolean {
  const name = baseName(path).toLowerCase();
  if (serverFiles.has(name) || (isUnity && unityNotes.has(name))) return true;
  return path
    .split('/')
    .slice(0, -1)
    .some((folder) => notShipped.test(folder));
}

/**
 * Takes away the one folder that everything lies in, again and again: `MyGame/WebGL/index.html`. Only a
 * `Build/` that itself holds the parts stays, because that is where a page expects them.
 */
export function stripTopFolders(files: readonly TreeFile[]): PlacedFile[] {
  let placed = files.map((source) => ({ path: source.path, source }));
  for (;;) {
    const first = placed[0]?.path.split('/', 1)[0];
    if (first === undefined || !placed.every((file) => file.path.startsWith(`${first}/`))) return placed;
    const isParts = /^Build$/i.test(first) && placed.some((file) => isPartDirectlyIn(file.path, first));
    if (isParts) return placed;
    placed = placed.map((file) => ({ ...file, path: file.path.slice(first.length + 1) }));
  }
}

function isPartDirectlyIn(path: string, folder: string): boolean {
  return folderOf(path) === `${folder}/` && partNameOf(path) !== null;
}

/**
 * Places the files so that the page in `folder` is served at the root and all its relative links hold. A
 * browser reads `../Build/x` at the root as `Build/x`, so a file outside the folder goes to its path below the
 * deepest folder that it shares with the page; the page's own neighbours win where two meet.
 */
export function placeAtRoot(files: readonly PlacedFile[], folder: string): PlacedFile[] {
  if (folder === '') return [...files];
  const inside = files.filter((file) => file.path.startsWith(folder));
  const placed = new Map(
    inside.map((file) => [file.path.slice(folder.length), { ...file, path: file.path.slice(folder.length) }]),
  );
  const outside = files.filter((file) => !file.path.startsWith(folder));
  outside.sort((a, b) => sharedFolder(b.path, folder).length - sharedFolder(a.path, folder).length);
  for (const file of outside) {
    const path = file.path.slice(sharedFolder(file.path, folder).length);
    if (!placed.has(path)) placed.set(path, { ...file, path });
  }
  return [...placed.values()];
}

function sharedFolder(path: string, folder: string): string {
  let shared = folder;
  while (shared !== '' && !path.startsWith(shared)) shared = folderOf(shared.slice(0, -1));
  return shared;
}
