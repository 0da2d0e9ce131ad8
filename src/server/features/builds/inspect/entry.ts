import { type PlacedFile, readText } from './placed.ts';
import { baseName, folderOf, partNameOf } from './unity/part-names.ts';

/** Which page a build starts from. */
export interface Entry {
  page: PlacedFile;
  /** Other pages called `index.html`, which were not chosen. */
  others: PlacedFile[];
  /** Whether a Unity build lies where such a page has it. */
  besideBuild: boolean;
}

const maxPagesRead = 50;

/** Folders that hold parts of a Unity build. */
export function buildFoldersOf(files: readonly PlacedFile[]): Set<string> {
  const folders = new Set<string>();
  for (const file of files) {
    const part = partNameOf(file.path);
    if (!part) continue;
    const folder = folderOf(file.path);
    if (part.role === 'loader' || part.suffix === '.unityweb' || /(^|\/)(Build|Release)\/$/i.test(folder)) {
      folders.add(folder);
    }
  }
  return folders;
}

/**
 * Chooses the page to start from: the shallowest `index.html` beside a Unity build; another page beside one
 * that starts it; then any `index.html`, the shallowest first; then the only page there is.
 * @returns null where no page fits, also where a Unity build lies apart from every page
 */
export async function chooseEntry(files: readonly PlacedFile[]): Promise<Entry | null> {
  const pages = files.filter((file) => /\.html?$/i.test(file.path)).sort(byDepth);
  const indexes = pages.filter((page) => /^index\.html?$/i.test(baseName(page.path)));
  const folders = [...buildFoldersOf(files)];
  const page =
    indexes.find((each) => folders.some((folder) => isBeside(each.path, folder))) ??
    (await findStarter(pages.filter((each) => folders.some((folder) => isBeside(each.path, folder))))) ??
    indexes.find(
      (each) => folders.length === 0 || folders.some((folder) => folder.startsWith(folderOf(each.path))),
    ) ??
    (await findStarter(folders.length > 0 ? pages : [])) ??
    (pages.length === 1 && folders.length === 0 ? pages[0] : undefined);
  if (!page) return null;
  return {
    page,
    others: indexes.filter((each) => each !== page),
    besideBuild: folders.some((folder) => isBeside(page.path, folder)),
  };
}

function byDepth(a: PlacedFile, b: PlacedFile): number {
  return a.path.split('/').length - b.path.split('/').length || (a.path < b.path ? -1 : 1);
}

/** Whether a build's folder is the page's own, one directly below it, or `../Build/`. */
function isBeside(page: string, buildFolder: string): boolean {
  const folder = folderOf(page);
  if (buildFolder.startsWith(folder)) return buildFolder.slice(folder.length).split('/').length <= 2;
  const parent = folderOf(folder.slice(0, -1));
  return buildFolder.startsWith(parent) && /^(Build|Release)\/$/i.test(buildFolder.slice(parent.length));
}

async function findStarter(pages: readonly PlacedFile[]): Promise<PlacedFile | undefined> {
  for (const page of pages.slice(0, maxPagesRead)) {
    if (/createUnityInstance|UnityLoader/.test(await readText(page, 262_144))) return page;
  }
  return undefined;
}
