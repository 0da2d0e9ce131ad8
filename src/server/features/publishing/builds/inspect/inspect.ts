import type { DroppedFiles, FileRole } from '#shared/versions/versions.ts';
import { countNames } from '../dropped.ts';
import type { BuildTree, Inspection } from '../tree.ts';
import { chooseEntry, type Entry } from './entry.ts';
import { isUnityNote, placeAtRoot, stripTopFolders } from './layout.ts';
import { describeLoneParts, findLoneParts } from './lone-parts.ts';
import { manifestOf } from './manifest.ts';
import { type EntryPage, readEntryPage } from './page/entry-page.ts';
import { Resolver } from './page/references.ts';
import { FileIndex, type PlacedFile } from './placed.ts';
import { isDesktopBuild, isUnityProject, refusalOf } from './refusal.ts';
import { type Examined, reportOf } from './report.ts';
import type { UnityBuild } from './unity/build.ts';
import { buildFoldersOf } from './unity/build-folders.ts';
import { findUnityBuild } from './unity/find-build.ts';
import { baseName, folderOf, partNameOf } from './unity/part-names.ts';
import * as warn from './warnings.ts';

/**
 * Recognises an uploaded build: its start page, Unity version and settings, the paths and types of its files, and the
 * warnings for its creator.
 * @throws BuildRefusedError for an upload that no browser can run
 */
export async function inspectTree(tree: BuildTree): Promise<Inspection> {
  const { kept, notes, dropped } = sortOut(tree);
  const droppedCount = dropped.reduce((sum, { count }) => sum + count, 0);
  const entry = await chooseEntry(kept);
  refuseForeign(kept, entry, droppedCount);
  const files = placeAtRoot(kept, entry ? folderOf(entry.page.path) : rootOfBuild(kept));
  const index = new FileIndex(files);
  const resolver = new Resolver(index);
  const page = entry ? await readEntryPage(placedPage(files, entry), index) : null;
  const build = await findUnityBuild({ index, resolver, entry: page });
  const pageless = page ? null : await examinePageless(files, build, droppedCount);
  const aliases = aliasesOf(index, page);
  const missing = page ? missingReferences(page, resolver, build) : [];
  for (const [path, file] of resolver.aliases) aliases.set(path, file);
  const examined: Examined = {
    kind: kindOf(kept, page, build, pageless),
    files,
    page,
    build,
    parts: build?.parts ?? pageless?.parts ?? [],
    entryPath: page?.file.path ?? 'index.html',
    pageMade: pageless !== null,
    droppedCount,
    dropped,
    notes,
  };
  const { report, developmentBuild, warnings } = await reportOf(examined);
  report.warnings = [
    ...tree.warnings,
    ...(pageless?.sentences ?? []).map((message) => ({
      code: 'not_playable',
      message,
      stops: true as const,
    })),
    ...warnings,
    ...(build ? warn.doubtfulParts(build) : []),
    ...warn.entryChoice(entry),
    ...warn.references(resolver, missing, index),
    ...warn.facts(report, developmentBuild, page),
    ...warn.secretFiles(files),
    ...warn.dropped(dropped),
  ];
  const roles = new Map<PlacedFile, FileRole>(examined.parts.map((part) => [part.file, part.role]));
  return { report, files: manifestOf(files, roles, aliases) };
}

function sortOut(tree: BuildTree) {
  const buildFolders = buildFoldersOf(tree.files.map((file) => file.path));
  const byUse = Map.groupBy(tree.files, (file) => isUnityNote(file.path, buildFolders));
  const notes = (byUse.get(true) ?? []).map((source) => ({ path: source.path, source }));
  return {
    kept: stripTopFolders(byUse.get(false) ?? []),
    notes,
    dropped: countNames([...namesOf(tree.dropped), ...notes.map(({ path }) => baseName(path))]),
  };
}

function namesOf(dropped: readonly DroppedFiles[]): string[] {
  return dropped.flatMap(({ name, count }) => Array<string>(count).fill(name));
}

/** A project or a desktop game may contain HTML files; only a real web build in it counts. */
function refuseForeign(files: readonly PlacedFile[], entry: Entry | null, droppedCount: number): void {
  const atRoot = entry !== null && folderOf(entry.page.path) === '';
  if (entry?.besideBuild) return;
  if (files.length === 0 || isUnityProject(files) || (isDesktopBuild(files) && !atRoot)) {
    throw refusalOf(files, droppedCount);
  }
}

/** The folder of a missing page: above its `Build/`, else in its own folder. */
function rootOfBuild(files: readonly PlacedFile[]): string {
  const loader = files.find((file) => partNameOf(file.path)?.role === 'loader');
  const folder = loader
    ? folderOf(loader.path)
    : ([...buildFoldersOf(files.map((file) => file.path))][0] ?? '');
  return /(^|\/)Build\/$/i.test(folder) ? folder.slice(0, -'Build/'.length) : folder;
}

function placedPage(files: readonly PlacedFile[], entry: Entry): PlacedFile {
  return files.find((file) => file.source === entry.page.source) ?? entry.page;
}

/** A build without a page; Flux generates one on request. */
interface Pageless {
  parts: UnityBuild['parts'];
  /** Why it cannot be played; null if it can. */
  sentences: string[] | null;
}

const required: readonly FileRole[] = ['loader', 'framework', 'data', 'wasm', 'asm', 'config'];

/** @throws BuildRefusedError if there is nothing of Unity, either */
async function examinePageless(
  files: readonly PlacedFile[],
  build: UnityBuild | null,
  droppedCount: number,
): Promise<Pageless> {
  const has = (role: FileRole) => build?.parts.some((part) => part.role === role) === true;
  const complete =
    has('loader') &&
    has('data') &&
    (build?.loader === 'createUnityInstance' || has('config')) &&
    !build?.missing.some((part) => required.includes(part.role));
  if (build && complete) return { parts: build.parts, sentences: null };
  const parts = build && build.parts.length > 0 ? build.parts : await findLoneParts(files);
  if (parts.length === 0) throw refusalOf(files, droppedCount);
  return { parts, sentences: describeLoneParts(parts, build) };
}

function kindOf(
  kept: readonly PlacedFile[],
  page: EntryPage | null,
  build: UnityBuild | null,
  pageless: Pageless | null,
) {
  if (pageless) return pageless.sentences ? 'part' : 'unity';
  if (page && kept.length === 1) return 'html';
  return build ? 'unity' : 'web';
}

/** Aliases that pages and loaders rely on: `index.html`, and the uncompressed names of Unity 5.3 to 5.5. */
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
  if (![null, './', '/'].includes(page.page.base)) return [];
  for (const url of page.page.references) {
    const resolved = resolver.resolve(url, '');
    if (resolved && !resolved.file && !known.has(resolved.reference.path))
      missing.add(resolved.reference.path);
  }
  return [...missing];
}
