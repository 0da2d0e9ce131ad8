import type { TreeFile } from '../tree.ts';
import type { PlacedFile } from './placed.ts';
import { baseName, folderOf, partNameOf } from './unity/part-names.ts';

/** Files that build pipelines leave beside a Unity build. */
const unityNotes = new Set(['projectversion.txt', 'guid.txt', 'dependencies.txt']);

/**
 * Whether a file is a note of Unity, which is read and never served: in a folder with parts of a build, or above it.
 * Elsewhere such a file is the creator's own.
 */
export function isUnityNote(path: string, buildFolders: ReadonlySet<string>): boolean {
  if (!unityNotes.has(baseName(path).toLowerCase())) return false;
  const folder = folderOf(path);
  for (const buildFolder of buildFolders) if (buildFolder.startsWith(folder)) return true;
  return false;
}

/**
 * Removes the single top folder repeatedly: `MyGame/WebGL/index.html`. A `Build/` that contains the parts stays,
 * because the page expects it.
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
 * Places the files so that the page in `folder` is served at the root and its relative links work. A browser resolves
 * `../Build/x` at the root to `Build/x`, so a file outside the folder gets its path below the deepest common folder;
 * on a conflict the page's own neighbours win.
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
