import type { DeltaPair } from '../../storage/compression/delta-blob.ts';
import type { ManifestFile } from '../builds/tree.ts';
import { contentName } from '../versions/content-name.ts';

/** Of larger files browsers keep no dictionary. */
export const maxDictionaryBytes = 100_000_000;

/** Of a build with thousands of large files the largest have their deltas, and all others come whole. */
const maxPairs = 300;

/** What Unity's loaders ask for again, with conditions that pass by what the browser has just loaded ahead. */
const askedTwice = new Set(['data', 'wasm', 'framework']);

/**
 * What returning players hold and what they are to get, by the name under which both are sent. The content itself is
 * among its own dictionaries where a browser asks for what it holds.
 * @param earlier the files of versions that players may hold, those held by most first; what is no part of Unity's own is
 *   compared with the first of them alone
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
  // What everybody loads comes first.
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
 * Of several files of one name, as in a build for two kinds of machine, no one can say which a player holds. One that is
 * served under two names is none of them.
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
 * The name by which a file is a dictionary for those that come after it, as in its immutable address. Null where there is
 * to be no such thing: it has no such address, is too large, is sent as it is, or has a name with characters that stand for
 * themselves in an address and for something else in a pattern of addresses (URL Pattern).
 */
export function dictionaryName(file: ManifestFile): string | null {
  if (!file.encodable || file.size > maxDictionaryBytes) return null;
  const name = contentName(file);
  return name === null || /[!'()*]/.test(name) ? null : name;
}
