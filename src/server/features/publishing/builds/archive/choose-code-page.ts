import { inflateRawSync } from 'node:zlib';
import { percentDecode } from '#shared/files/percent-decode.ts';
import { foldCase } from '../inspect/placed.ts';
import { type CodePage, codePages, decodeIn } from './code-pages.ts';
import type { RandomAccess } from './end-records.ts';
import { nameLimits } from './limits.ts';

/** An entry of a zip whose name is not decoded yet. */
export interface UnnamedEntry {
  /** As it stands in the zip. */
  rawName: Buffer;
  /** Whether nothing says in which encoding that is. */
  nameIsGuess: boolean;
  method: 'stored' | 'deflate';
  dataStart: number;
  compressedSize: number;
  size: number;
}

/** Pages, the configurations that they load, and scripts that name either. No code page has a dot within a character. */
const textName = /\.(html?|json|js)$/i;
const pageName = /\.html?$/i;
const maxTexts = 32;
const maxTextBytes = 262_144;
const maxMentions = 50_000;

/**
 * The code page of a zip whose names do not say theirs: that under which its pages, configurations and scripts, which are in
 * UTF-8 whatever the names are in, name most of its files and folders. It then holds for files too that only a running game
 * asks for.
 * @returns null where every name is UTF-8, or no text names any of the others
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

/** How many files and folders the texts name; none where a name is no text of the code page. */
function countMentioned(names: readonly Buffer[], codePage: CodePage, mentions: ReadonlySet<string>): number {
  const found = new Set<string>();
  for (const raw of names) {
    const name = decodeIn(codePage, raw);
    if (name === null) return 0;
    for (const segment of foldCase(name).split(/[\\/]/)) {
      // A script may put the name together, as in `base + ".data"`.
      if (mentions.has(segment) || mentions.has(segment.replace(/\..*$/s, ''))) found.add(segment);
    }
  }
  return found.size;
}

/** What may name a file or folder in the texts: what lies between quotes, slashes and tags and is not all ASCII. */
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

/** Pages first, then what lies closest to the root. */
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

/** Empty where it is damaged: that is said when its turn comes to be read. */
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
