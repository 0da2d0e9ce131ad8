import { folderOf, partNameOf } from './part-names.ts';

const unityFolder = /(^|\/)(Build|Release)\/$/;
const unityFolderInAnyCase = new RegExp(unityFolder, 'i');

/**
 * Folders with parts of a Unity build: beside a loader or a `.unityweb`, or Unity's own `Build` or `Release`. Other
 * tools use similar names and a lower-case `build`, so a framework is required there.
 */
export function buildFoldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    const part = partNameOf(path);
    if (!part) continue;
    const folder = folderOf(path);
    const isUnitys =
      part.role === 'loader' ||
      part.suffix === '.unityweb' ||
      unityFolder.test(folder) ||
      (part.role === 'framework' && unityFolderInAnyCase.test(folder));
    if (isUnitys) folders.add(folder);
  }
  return folders;
}

/** Whether a build's folder is the page's own, one directly below it, or `../Build/`. */
export function isBeside(page: string, buildFolder: string): boolean {
  const folder = folderOf(page);
  if (buildFolder.startsWith(folder)) return buildFolder.slice(folder.length).split('/').length <= 2;
  const parent = folderOf(folder.slice(0, -1));
  return buildFolder.startsWith(parent) && /^(Build|Release)\/$/i.test(buildFolder.slice(parent.length));
}
