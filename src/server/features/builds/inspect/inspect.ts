import type { FileRole } from '#shared/versions.ts';
import type { BuildTree, Inspection, MadeFile } from '../tree.ts';
import { buildFoldersOf, chooseEntry, type Entry } from './entry.ts';
import { isJunk, isNotServed, placeAtRoot, stripTopFolders } from './layout.ts';
import { describeLoneParts, findLoneParts, lonePartsPage } from './lone-parts.ts';
import { manifestOf } from './manifest.ts';
import { type EntryPage, readEntryPage } from './page/entry-page.ts';
import { makeUnityPage } from './page/made-page.ts';
import { Resolver } from './page/references.ts';
import { FileIndex, type PlacedFile } from './placed.ts';
import { isDesktopBuild, isUnityProject, refusalOf } from './refusal.ts';
import { type Examined, reportOf } from './report.ts';
import type { UnityBuild } from './unity/build.ts';
import { findUnityBuild } from './unity/find-build.ts';
import { baseName, folderOf, partNameOf } from './unity/part-names.ts';
import * as warn from './warnings.ts';

/**
 * Recognises what an uploaded build is: which page starts it, which Unity made it and how, under which paths
 * and types its files are served, and what its creator should know.
 * @throws BuildRefusedError for what a browser cannot run
 */
export async function inspectTree(tree: BuildTree): Promise<Inspection> {
  const { kept, notServed, droppedCount } = sortOut(tree);
  const entry = await chooseEntry(kept);
  refuseForeign(kept, entry, droppedCount);
  const files = placeAtRoot(kept, entry ? folderOf(entry.page.path) : rootOfBuild(kept));
  const index = new FileIndex(files);
  const resolver = new Resolver(index);
  const page = entry ? await readEntryPage(placedPage(files, entry), index) : null;
  const build = await findUnityBuild({ index, resolver, entry: page });
  const made = page ? null : await makePage(files, build, droppedCount);
  const aliases = aliasesOf(index, page);
  const missing = page ? missingReferences(page, resolver, build) : [];
  for (const [path, file] of resolver.aliases) aliases.set(path, file);
  const examined: Examined = {
    kind: kindOf(kept, page, build, made),
    files,
    page,
    build,
    parts: build?.parts ?? made?.parts ?? [],
    entryPath: page?.file.path ?? 'index.html',
    pageMade: made !== null,
    droppedCount,
    notServed,
  };
  const { report, developmentBuild, warnings } = await reportOf(examined);
  report.warnings = [
    ...tree.warnings,
    ...(made?.sentences ? [{ code: 'not_playable', message: made.sentences.join(' ') }] : []),
    ...(build ? [...warn.missingParts(build), ...warn.doubtfulParts(build)] : []),
    ...warnings,
    ...warn.entryChoice(entry),
    ...warn.references(resolver, missing, index),
    ...warn.facts(report, developmentBuild, page),
    ...warn.dropped(droppedCount, notServed),
  ];
  const roles = new Map<PlacedFile, FileRole>(examined.parts.map((part) => [part.file, part.role]));
  const pages = made ? [made.file] : [];
  return { report, files: manifestOf(files, roles, aliases, pages), made: pages };
}

function sortOut(tree: BuildTree) {
  const clean = tree.files.filter((file) => !isJunk(file.path));
  const isUnity = buildFoldersOf(clean.map((source) => ({ path: source.path, source }))).size > 0;
  const served = clean.filter((file) => !isNotServed(file.path, isUnity));
  const notServed = clean
    .filter((file) => isNotServed(file.path, isUnity))
    .map((source) => ({ path: source.path, source }));
  return {
    kept: stripTopFolders(served),
    notServed,
    droppedCount: tree.droppedCount + tree.files.length - served.length,
  };
}

/** A project or a desktop game may hold web pages somewhere; only a real web build among it counts. */
function refuseForeign(files: readonly PlacedFile[], entry: Entry | null, droppedCount: number): void {
  const atRoot = entry !== null && folderOf(entry.page.path) === '';
  if (entry?.besideBuild) return;
  if (files.length === 0 || isUnityProject(files) || (isDesktopBuild(files) && !atRoot)) {
    throw refusalOf(files, droppedCount);
  }
}

/** Where the page would lie that a build without one lacks: above its `Build/`, else in its own folder. */
function rootOfBuild(files: readonly PlacedFile[]): string {
  const loader = files.find((file) => partNameOf(file.path)?.role === 'loader');
  const folder = loader ? folderOf(loader.path) : ([...buildFoldersOf(files)][0] ?? '');
  return /(^|\/)Build\/$/i.test(folder) ? folder.slice(0, -'Build/'.length) : folder;
}

function placedPage(files: readonly PlacedFile[], entry: Entry): PlacedFile {
  return files.find((file) => file.source === entry.page.source) ?? entry.page;
}

interface MadePage {
  file: MadeFile;
  parts: UnityBuild['parts'];
  /** Why it cannot be played; null where it can. */
  sentences: string[] | null;
}

const required: readonly FileRole[] = ['loader', 'framework', 'data', 'wasm', 'asm', 'config'];

async function makePage(
  files: readonly PlacedFile[],
  build: UnityBuild | null,
  droppedCount: number,
): Promise<MadePage> {
  const has = (role: FileRole) => build?.parts.some((part) => part.role === role) === true;
  const complete =
    has('loader') &&
    has('data') &&
    (build?.loader === 'createUnityInstance' || has('config')) &&
    !build?.missing.some((part) => required.includes(part.role));
  if (build && complete) {
    const data = build.parts.find((part) => part.role === 'data')?.file.path ?? '';
    const title = build.productName ?? partNameOf(data)?.base ?? 'Unity game';
    const content = makeUnityPage(build, /^[0-9a-f]{16,}$/i.test(title) ? 'Unity game' : title);
    return { file: { path: 'index.html', content }, parts: build.parts, sentences: null };
  }
  const parts = build && build.parts.length > 0 ? build.parts : await findLoneParts(files);
  if (parts.length === 0) throw refusalOf(files, droppedCount);
  const sentences = describeLoneParts(parts, build);
  const content = lonePartsPage(baseName(parts[0]?.file.path ?? ''), sentences);
  return { file: { path: 'index.html', content }, parts, sentences };
}

function kindOf(
  kept: readonly PlacedFile[],
  page: EntryPage | null,
  build: UnityBuild | null,
  made: MadePage | null,
) {
  if (made) return made.sentences ? 'part' : 'unity';
  if (page && kept.length === 1) return 'html';
  return build ? 'unity' : 'web';
}

/** Second names that pages and loaders rely on: `index.html`, and the unpacked names of Unity 5.3 to 5.5. */
function aliasesOf(index: FileIndex, page: EntryPage | null): Map<string, PlacedFile> {
  const aliases = new Map<string, PlacedFile>();
  if (page && page.file.path !== 'index.html') aliases.set('index.html', page.file);
  for (const file of index.files) {
    const packed = /^(.*\.(?:js|data|mem))gz$/i.exec(file.path)?.[1];
    if (packed !== undefined && !index.find(packed)) aliases.set(packed, file);
  }
  return aliases;
}

function missingReferences(page: EntryPage, resolver: Resolver, build: UnityBuild | null): string[] {
  const known = new Set(build?.missing.map((part) => part.path));
  const missing = new Set<string>();
  if (page.page.base !== null && page.page.base !== './') return [];
  for (const url of page.page.references) {
    const resolved = resolver.resolve(url, '');
    if (resolved && !resolved.file && !known.has(resolved.reference.path))
      missing.add(resolved.reference.path);
  }
  return [...missing];
}
