/** A piece of a text; plain if `href` is null. */
export interface Piece {
  /** Its start offset. */
  start: number;
  text: string;
  href: string | null;
}

/** Values of the placeholders; they differ between servers. */
export type Values = Readonly<Record<string, string>>;

/** Replaces `{name}` by values; unknown names stay. */
export function fillPlaceholders(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (name, key: string) => values[key] ?? name);
}

/** Splits `[label](address)`, the only markup of these texts. */
export function parseLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/g)) {
    const [whole, label = '', href = ''] = match;
    if (match.index > end) pieces.push({ start: end, text: text.slice(end, match.index), href: null });
    pieces.push({ start: match.index, text: label, href });
    end = match.index + whole.length;
  }
  if (end < text.length) pieces.push({ start: end, text: text.slice(end), href: null });
  return pieces;
}

/** The visible text, without addresses. */
export function plainText(text: string): string {
  return parseLinks(text)
    .map((piece) => piece.text)
    .join('');
}

/** The words of a search, without repetition, in lower case. */
export function searchWords(query: string): string[] {
  return [...new Set(query.toLowerCase().split(/\s+/).filter(Boolean))];
}

export interface Run {
  /** Its start offset. */
  start: number;
  text: string;
  isHit: boolean;
}

/** Splits a text at the occurrences of the words, ignoring case. */
export function splitAtHits(text: string, words: readonly string[]): Run[] {
  if (words.length === 0) return [{ start: 0, text, isHit: false }];
  const longestFirst = [...words].sort((a, b) => b.length - a.length).map(escapePattern);
  const hit = new RegExp(longestFirst.join('|'), 'gi');
  const runs: Run[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(hit)) {
    if (index > end) runs.push({ start: end, text: text.slice(end, index), isHit: false });
    runs.push({ start: index, text: word, isHit: true });
    end = index + word.length;
  }
  if (end < text.length) runs.push({ start: end, text: text.slice(end), isHit: false });
  return runs;
}

function escapePattern(word: string): string {
  return word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
