import type { DeltaPair } from '../../storage/compression/delta-blob.ts';
import type { ManifestFile } from '../builds/tree.ts';
import { contentName } from '../versions/content-name.ts';

/** Browsers store no larger dictionaries. */
export const maxDictionaryBytes = 100_000_000;

/** In a build with thousands of large files only the largest have deltas. */
const maxPairs = 300;

/** What Unity's loaders ask for again, with conditions that pass by what the browser has just loaded ahead. */
const askedTwice = new Set(['data', 'wasm', 'framework']);

/**
 * Pairs the files of earlier versions with those of the active version, by role. Unchanged content is its own
 * dictionary, because browsers request it.
 * @param earlier the files of versions that players may have, most common first; files that are no Unity parts are
 * compared with the first only
 */
export function deltaPairs(
  current: readonly ManifestFile[],
  earlier: readonly (readonly ManifestFile[])[],
): DeltaPair[] {
  const targets = named(current);
  const pairs = new Map<string, DeltaPair>();
  const add = (sha256: string, dictionary: string) =>
    pairs.set(`${sha256} ${dictionary}`, { sha256, dictionary });
  for (const [age, files] of earlier.entries()) {
    const held = named(files);
    for (const [name, { sha256, role }] of targets) {
      const dictionary = role === null && age > 0 ? undefined : held.get(name)?.sha256;
      if (dictionary !== undefined && dictionary !== sha256) add(sha256, dictionary);
    }
  }
  for (const [name, { sha256 }] of targets) if (askedTwice.has(name)) add(sha256, sha256);
  // Files that all players load come first.
  const weights = new Map(
    [...targets.values()].map(({ sha256, size, role }) => [
      sha256,
      role === null ? size : maxDictionaryBytes,
    ]),
  );
  const weightOf = ({ sha256 }: DeltaPair) => weights.get(sha256) ?? 0;
  const byWeight = (a: DeltaPair, b: DeltaPair) => weightOf(b) - weightOf(a);
  return [...pairs.values()].toSorted(byWeight).slice(0, maxPairs);
}

/**
 * With several files of one role, such as for two kinds of device, the player's file is unknown. Aliases are skipped.
 */
function named(files: readonly ManifestFile[]): Map<string, ManifestFile> {
  const found = Map.groupBy(files, dictionaryName);
  return new Map(
    [...found].flatMap(([name, [first, ...others]]) =>
      name !== null && first && others.every(({ sha256 }) => sha256 === first.sha256) ? [[name, first]] : [],
    ),
  );
}

/**
 * The name under which a file can be a dictionary, as in its immutable address. Null without such an address, for too
 * large files, for uncompressed ones, and for names with special characters of URL patterns.
 */
export function dictionaryName(file: ManifestFile): string | null {
  if (!file.encodable || file.size > maxDictionaryBytes) return null;
  const name = contentName(file);
  return name === null || /[!'()*]/.test(name) ? null : name;
}
