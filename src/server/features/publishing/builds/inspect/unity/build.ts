import type { BuildReport, FileRole } from '#shared/versions/versions.ts';
import type { EntryPage } from '../page/entry-page.ts';
import type { Resolver } from '../page/references.ts';
import type { FileIndex, PlacedFile } from '../placed.ts';

export interface UnityPart {
  role: FileRole;
  file: PlacedFile;
}

/** A part that the page, the configuration or the loader needs and the upload does not hold. */
interface MissingPart {
  role: FileRole;
  path: string;
  /** Whether the page or the configuration names it for every visitor; otherwise its name is a guess. */
  named: boolean;
  /** A file whose name differs in extension or folder only: probably the intended one. */
  similar: PlacedFile | null;
}

/** A Unity build as its page, its configuration and its file names describe it. */
export interface UnityBuild {
  loader: NonNullable<BuildReport['loader']>;
  parts: UnityPart[];
  missing: MissingPart[];
  productName: string | null;
  companyName: string | null;
  productVersion: string | null;
  /** From the configuration of a 2019 build; null where only the data file can tell. */
  unityVersion: string | null;
  developmentBuild: boolean;
  threads: boolean;
  /** Parts of one kind that the build does not name, such as those of an earlier build. */
  surplus: PlacedFile[];
  /** Roles whose URL the page's scripts assign repeatedly, so that browsers may load another one. */
  doubtful: Set<FileRole>;
  /** Whether its page selects among several parts of a kind, or among builds, at run time. */
  picks: boolean;
}

/** What both generations are found from. */
export interface Search {
  index: FileIndex;
  resolver: Resolver;
  entry: EntryPage | null;
}

/** Records a reference as a part or as missing; what leads to another site is neither. */
export function addReferenced(
  search: Search,
  build: UnityBuild,
  part: { role: FileRole; url: string; folder: string },
  { named = true } = {},
): void {
  const resolved = search.resolver.resolve(part.url, part.folder);
  if (!resolved) return;
  if (resolved.file) build.parts.push({ role: part.role, file: resolved.file });
  else {
    const path = resolved.reference.path;
    build.missing.push({ role: part.role, path, named, similar: search.index.findOtherEnding(path) });
  }
}

/** An empty build. */
export function emptyBuild(loader: UnityBuild['loader']): UnityBuild {
  return {
    loader,
    parts: [],
    missing: [],
    productName: null,
    companyName: null,
    productVersion: null,
    unityVersion: null,
    developmentBuild: false,
    threads: false,
    surplus: [],
    doubtful: new Set(),
    picks: false,
  };
}
