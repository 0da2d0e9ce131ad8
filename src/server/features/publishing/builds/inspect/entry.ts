import { readPage } from './page/html.ts';
import { resolveReference } from './page/references.ts';
import { type PlacedFile, readText } from './placed.ts';
import { buildFoldersOf, isBeside } from './unity/build-folders.ts';
import { baseName, folderOf, partNameOf } from './unity/part-names.ts';

/** The start page of a build. */
export interface Entry {
  page: PlacedFile;
  /** Other `index.html` pages, not chosen. */
  others: PlacedFile[];
  /** Other pages beside a build that start it, whatever their names. */
  otherStarters: PlacedFile[];
  /** Whether a Unity build is beside the page, or the page links to several with one. */
  besideBuild: boolean;
}

const maxPagesRead = 50;
const maxPageBytes = 262_144;
const maxScriptsRead = 20;
const maxScriptBytes = 1_048_576;

/**
 * Chooses the start page: the `index.html` above several pages beside Unity builds; the page beside a build that
 * starts it, an `index.html` first, or one that links to it; another page beside one that starts it; then any
 * `index.html`, the shallowest first; then the only page.
 * @returns null if no page fits, also if a Unity build is apart from every page
 */
export async function chooseEntry(files: readonly PlacedFile[]): Promise<Entry | null> {
  const pages = files.filter((file) => /\.html?$/i.test(file.path)).sort(byDepth);
  const indexes = pages.filter((page) => /^index\.html?$/i.test(baseName(page.path)));
  const folders = [...buildFoldersOf(files.map((file) => file.path))];
  const hasBuild = (each: PlacedFile) => folders.some((folder) => isBeside(each.path, folder));
  const starts = indexes.filter(hasBuild);
  const shareOne = folders.some((folder) => starts.every((start) => isBeside(start.path, folder)));
  const menu = shareOne ? undefined : menuAbove(starts, indexes);
  const starters = menu ? [] : await startersOf(pages.filter(hasBuild), files);
  const page =
    menu ??
    (await leaderOf(starters, starts)) ??
    starts[0] ??
    indexes.find(
      (each) => folders.length === 0 || folders.some((folder) => folder.startsWith(folderOf(each.path))),
    ) ??
    (await findStarter(folders.length > 0 ? pages : [])) ??
    (pages.length === 1 && folders.length === 0 ? pages[0] : undefined);
  if (!page) return null;
  return {
    page,
    others: indexes.filter((each) => each !== page),
    otherStarters: starters.filter((each) => each !== page),
    besideBuild: page === menu || hasBuild(page),
  };
}

/** The page above several builds that links to their pages. */
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

/** The page of those that start a build, or the `index.html` in or above its folder that links to it. */
async function leaderOf(
  starters: readonly PlacedFile[],
  starts: readonly PlacedFile[],
): Promise<PlacedFile | undefined> {
  const starter = starters.find((each) => starts.includes(each)) ?? starters[0];
  if (!starter) return undefined;
  for (const index of starts) {
    const folder = folderOf(index.path);
    if (index === starter || !starter.path.startsWith(folder)) continue;
    if ((await readText(index, maxPageBytes)).includes(starter.path.slice(folder.length))) return index;
  }
  return starter;
}

/** The pages that start a build, by their text or their scripts. A single page needs no proof. */
async function startersOf(pages: readonly PlacedFile[], files: readonly PlacedFile[]): Promise<PlacedFile[]> {
  if (pages.length === 1 && /^index\.html?$/i.test(baseName(pages[0]?.path ?? ''))) return [...pages];
  const scripts = new Scripts(files);
  const starters: PlacedFile[] = [];
  for (const page of pages.slice(0, maxPagesRead)) {
    const text = await readText(page, maxPageBytes);
    if (callsLoader(text) || (await scripts.anyCalls(readPage(text).scripts, folderOf(page.path))))
      starters.push(page);
  }
  return starters;
}

/** The scripts of several pages, each read once. */
class Scripts {
  readonly #files: ReadonlyMap<string, PlacedFile>;
  readonly #calls = new Map<PlacedFile, boolean>();

  constructor(files: readonly PlacedFile[]) {
    this.#files = new Map(files.map((file) => [file.path, file]));
  }

  async anyCalls(urls: readonly string[], folder: string): Promise<boolean> {
    for (const url of urls.slice(0, maxScriptsRead)) {
      const script = this.#files.get(resolveReference(url, folder)?.path ?? '');
      if (!script || partNameOf(script.path)?.role === 'loader') continue;
      const calls = this.#calls.get(script) ?? callsLoader(await readText(script, maxScriptBytes));
      this.#calls.set(script, calls);
      if (calls) return true;
    }
    return false;
  }
}

async function findStarter(pages: readonly PlacedFile[]): Promise<PlacedFile | undefined> {
  for (const page of pages.slice(0, maxPagesRead))
    if (callsLoader(await readText(page, maxPageBytes))) return page;
  return undefined;
}

function callsLoader(text: string): boolean {
  return /createUnityInstance|UnityLoader/.test(text);
}
