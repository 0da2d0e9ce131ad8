/** A piece of a text: plain where `href` is null. */
export interface Piece {
  /** Where it begins. */
  start: number;
  text: string;
  href: string | null;
}

/** What stands for the names in braces; it differs from one Flux to another. */
export type Values = Readonly<Record<string, string>>;

/** Puts values in the place of `{name}`; a name that has none stays as it is. */
export function fillPlaceholders(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (name, key: string) => values[key] ?? name);
}

/** Takes `[label](address)` apart, which is all the markup that a text of these pages has. */
export function piecesOf(text: string): Piece[] {
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

/** A text as it is read: without addresses. */
export function plainText(text: string): string {
  return piecesOf(text)
    .map((piece) => piece.text)
    .join('');
}

/** The words of a search, each once, in small letters. */
export function wordsOf(query: string): string[] {
  return [...new Set(query.toLowerCase().split(/\s+/).filter(Boolean))];
}

export interface Run {
  /** Where it begins. */
  start: number;
  text: string;
  isHit: boolean;
}

/** A text cut where one of the words begins and ends, whatever the case. */
export function cutAtHits(text: string, words: readonly string[]): Run[] {
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
