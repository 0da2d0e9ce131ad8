import { inflateRawSync } from 'node:zlib';
import { percentDecode } from '#shared/files/percent-decode.ts';
import { foldCase } from '../inspect/placed.ts';
import { type CodePage, codePages, decodeIn } from './code-pages.ts';
import type { RandomAccess } from './end-records.ts';
import { nameLimits } from './limits.ts';

/** A zip entry with an undecoded name. */
export interface UnnamedEntry {
  /** The bytes in the zip. */
  rawName: Buffer;
  /** Whether its encoding is unmarked. */
  nameIsGuess: boolean;
  method: 'stored' | 'deflate';
  dataStart: number;
  compressedSize: number;
  size: number;
}

/** Pages, their configurations and scripts. No code page has a dot within a character. */
const textName = /\.(html?|json|js)$/i;
const pageName = /\.html?$/i;
const maxTexts = 32;
const maxTextBytes = 262_144;
const maxMentions = 50_000;

/**
 * The code page of a zip with unmarked names: the one in which its pages, configurations and scripts, always read as
 * UTF-8, name most of its files and folders. It is then used for all files.
 * @returns null if every name is UTF-8, or no text names any of the others
 */
export async function chooseCodePage(
  entries: readonly UnnamedEntry[],
  source: RandomAccess,
): Promise<CodePage | null> {
  const names = entries
    .filter(({ nameIsGuess, rawName }) => nameIsGuess && rawName.length <= nameLimits.pathBytes)
    .map(({ rawName }) => rawName);
  if (names.length === 0) return null;
  const mentions = await mentionsIn(entries, source);
  let chosen: CodePage | null = null;
  let most = 0;
  for (const codePage of mentions.size > 0 ? codePages : []) {
    const count = countMentioned(names, codePage, mentions);
    if (count > most) [chosen, most] = [codePage, count];
  }
  return chosen;
}

/** The number of files and folders that the texts name; zero if a name is invalid in the code page. */
function countMentioned(names: readonly Buffer[], codePage: CodePage, mentions: ReadonlySet<string>): number {
  const found = new Set<string>();
  for (const raw of names) {
    const name = decodeIn(codePage, raw);
    if (name === null) return 0;
    for (const segment of foldCase(name).split(/[\\/]/)) {
      // A script may build the name, as in `base + ".data"`.
      if (mentions.has(segment) || mentions.has(segment.replace(/\..*$/s, ''))) found.add(segment);
    }
  }
  return found.size;
}

/** Possible names in the texts: non-ASCII text between quotes, slashes and tags. */
async function mentionsIn(entries: readonly UnnamedEntry[], source: RandomAccess): Promise<Set<string>> {
  const mentions = new Set<string>();
  for (const entry of textsOf(entries)) {
    const text = (await readText(entry, source)).replace(/\\u([\da-f]{4})/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
    for (const piece of text.split(/["'`<>/\\\r\n?#]+/)) {
      if (!/[^\0-\x7f]|%/.test(piece)) continue;
      const mention = foldCase(percentDecode(piece) ?? piece);
      if (mention.length <= nameLimits.segmentBytes && /[^\0-\x7f]/.test(mention)) mentions.add(mention);
      if (mentions.size >= maxMentions) return mentions;
    }
  }
  return mentions;
}

/** Pages first, then files closest to the root. */
function textsOf(entries: readonly UnnamedEntry[]): UnnamedEntry[] {
  return entries
    .filter(({ size, compressedSize }) => Math.max(size, compressedSize) <= maxTextBytes)
    .map((entry) => ({ entry, name: entry.rawName.toString('latin1') }))
    .filter(({ name }) => textName.test(name))
    .map(({ entry, name }) => ({ entry, rank: pageName.test(name) ? 0 : name.split(/[\\/]/).length }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, maxTexts)
    .map(({ entry }) => entry);
}

/** Empty for a damaged file, which is reported when it is read. */
async function readText(entry: UnnamedEntry, source: RandomAccess): Promise<string> {
  const packed = await source.read(entry.dataStart, entry.compressedSize);
  try {
    const isPlain = entry.method === 'stored';
    return new TextDecoder().decode(
      isPlain ? packed : inflateRawSync(packed, { maxOutputLength: maxTextBytes }),
    );
  } catch {
    return '';
  }
}
