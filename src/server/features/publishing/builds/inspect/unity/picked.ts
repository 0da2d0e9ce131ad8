import type { PlacedFile } from '../placed.ts';
import type { Search, UnityBuild, UnityPart } from './build.ts';
import { isBeside } from './build-folders.ts';
import { baseName, folderOf, partNameOf } from './part-names.ts';

/**
 * The parts beside the loader that the page names, even if only to pick among them: a build with data in two texture
 * formats loads the one that the device supports (Unity's manual, "Texture compression in WebGL").
 */
export function mentionedParts(
  nearby: readonly UnityPart[],
  search: Search,
  build: UnityBuild,
): Set<UnityPart> {
  const mentioned = mentionedIn(
    search,
    build,
    nearby.flatMap(({ file }) => namesOf(file)),
  );
  return new Set(nearby.filter(({ file }) => namesOf(file).some((name) => mentioned.has(name))));
}

/**
 * Adds the parts of other builds that the same page may start: as a menu above them, or by naming their folder. The
 * choice is made in the browser, so none represents the game or is preloaded.
 */
export function addPickedBuilds(search: Search, build: UnityBuild): void {
  const { entry } = search;
  const loader = build.parts.find(({ role }) => role === 'loader')?.file;
  if (!entry || !loader) return;
  const own = folderOf(loader.path);
  const others = [...otherBuilds(search, own)].map(([folder, parts]) => ({
    parts,
    segment: differingSegment(folder, own),
  }));
  const mentioned = mentionedIn(
    search,
    build,
    others.map(({ segment }) => segment),
  );
  const isMenu = !isBeside(entry.file.path, own);
  const picked = others.filter(({ segment }) => isMenu || mentioned.has(segment));
  build.parts.push(...picked.flatMap(({ parts }) => parts));
  build.picks ||= picked.length > 0;
}

/** The parts in each folder that has a loader and more. */
function otherBuilds({ index }: Search, own: string): Map<string, UnityPart[]> {
  const parts = index.files.flatMap((file): UnityPart[] => {
    const role = partNameOf(file.path)?.role;
    return role && folderOf(file.path) !== own ? [{ role, file }] : [];
  });
  const folders = Map.groupBy(parts, ({ file }) => folderOf(file.path));
  for (const [folder, inIt] of folders)
    if (inIt.length < 2 || !inIt.some(({ role }) => role === 'loader')) folders.delete(folder);
  return folders;
}

/** The name of a part as a page may write it: complete, without its compression suffix, or without its kind. */
function namesOf({ path }: PlacedFile): string[] {
  const name = baseName(path);
  const part = partNameOf(path);
  return part ? [name, name.slice(0, name.length - part.suffix.length), part.base] : [name];
}

function mentionedIn({ entry }: Search, build: UnityBuild, names: readonly string[]): Set<string> {
  const wanted = new Set(names);
  // What game, maker or folder are called may be what an earlier build was called, and picks nothing.
  const folder = build.parts.find(({ role }) => role === 'loader')?.file.path.split('/') ?? [];
  for (const title of ['', build.productName, build.companyName, ...folder.slice(0, -1)])
    if (title !== null) wanted.delete(title);
  return entry?.values.mentioned(wanted) ?? new Set();
}

/** The differing part of two folders: `low` of `low/Build/` beside `high/Build/`. */
function differingSegment(folder: string, other: string): string {
  const others = other.split('/');
  return folder.split('/').find((segment, at) => segment !== others[at]) ?? '';
}
