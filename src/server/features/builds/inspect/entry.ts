import { type PlacedFile, readText } from './placed.ts';
import { buildFoldersOf, isBeside } from './unity/build-folders.ts';
import { baseName, folderOf } from './unity/part-names.ts';

/** Which page a build starts from. */
export interface Entry {
  page: PlacedFile;
  /** Other pages called `index.html`, which were not chosen. */
  others: PlacedFile[];
  /** Whether a Unity build lies where such a page has it, or the page leads to several that have it so. */
  besideBuild: boolean;
}

const maxPagesRead = 50;

/**
 * Chooses the page to start from: the `index.html` above several that lie beside Unity builds; the shallowest
 * `index.html` beside one; another page beside one that starts it; then any `index.html`, the shallowest first;
 * then the only page there is.
 * @returns null where no page fits, also where a Unity build lies apart from every page
 */
export async function chooseEntry(files: readonly PlacedFile[]): Promise<Entry | null> {
  const pages = files.filter((file) => /\.html?$/i.test(file.path)).sort(byDepth);
  const indexes = pages.filter((page) => /^index\.html?$/i.test(baseName(page.path)));
  const folders = [...buildFoldersOf(files.map((file) => file.path))];
  const hasBuild = (each: PlacedFile) => folders.some((folder) => isBeside(each.path, folder));
  const starts = indexes.filter(hasBuild);
  const shareOne = folders.some((folder) => starts.every((start) => isBeside(start.path, folder)));
  const menu = shareOne ? undefined : menuAbove(starts, indexes);
  const page =
    menu ??
    starts[0] ??
    (await findStarter(pages.filter(hasBuild))) ??
    indexes.find(
      (each) => folders.length === 0 || folders.some((folder) => folder.startsWith(folderOf(each.path))),
    ) ??
    (await findStarter(folders.length > 0 ? pages : [])) ??
    (pages.length === 1 && folders.length === 0 ? pages[0] : undefined);
  if (!page) return null;
  return {
    page,
    others: indexes.filter((each) => each !== page),
    besideBuild: page === menu || hasBuild(page),
  };
}

/** The page that leads to several builds with pages of their own: it lies above them all. */
function menuAbove(starts: readonly PlacedFile[], indexes: readonly PlacedFile[]): PlacedFile | undefined {
  if (starts.length < 2) return undefined;
  return indexes.find((each) => {
    const folder = folderOf(each.path);
    return starts.every((start) => start.path.startsWith(folder) && folderOf(start.path) !== folder);
  });
}

function byDepth(a: PlacedFile, b: PlacedFile): number {
  return a.path.split('/').length - b.path.split('/').length || (a.path < b.path ? -1 : 1);
}

async function findStarter(pages: readonly PlacedFile[]): Promise<PlacedFile | undefined> {
  for (const page of pages.slice(0, maxPagesRead)) {
    if (/createUnityInstance|UnityLoader/.test(await readText(page, 262_144))) return page;
  }
  return undefined;
}
