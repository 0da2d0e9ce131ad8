import { nodesOf, readText } from './markdown.mjs';

const maxWords = 30;
/** A sentence ends before a capital letter, a digit, a quotation or code. `e.g. this` goes on. */
const endOfSentence = /[.!?]["”’)]*\s+(?=[\p{Lu}\d"“‘'`(*])/gu;

/** Phrases with a plainer form. A phrase belongs here only if it is wrong everywhere, so that there are no false alarms. */
const bannedPhrases = [
  [/\bwho(?:so|m)?ever\b/giu, 'a noun such as "players"'],
  [/\bwhat lies\b/giu, 'a noun such as "stored files"'],
  [/\blies (?:there|afar)\b/giu, '"is stored in …"'],
  [/\bwhat is wanted\b/giu, 'a noun such as "the requested size"'],
  [/\bwho asks\b/giu, '"the requester"'],
  [/\bfrom then on\b/giu, '"afterwards", or nothing'],
  [/\bfor good\b/giu, '"permanently"'],
  [/\b(?:of|by) this name\b/giu, '"with this name"'],
  [/\bby which\b/giu, 'a second sentence'],
  [/\balso (?:if|where|when)\b/giu, '"even if"'],
  [/\banew\b/giu, '"again"'],
  [/\bhears? of\b/giu, '"receives" or "is notified of"'],
];

const blocks = ['paragraph', 'tableCell', 'heading'];

/** Sentences of more than thirty words. */
export function longSentences(tree) {
  return nodesOf(tree, ['paragraph', 'tableCell']).flatMap((node) => {
    const { text, lines } = readText(node);
    return sentencesOf(text).flatMap(({ sentence, start }) => {
      const words = sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
      if (words.length <= maxWords) return [];
      const found = `${words.length} words: "${words.slice(0, 6).join(' ')} …"`;
      return [{ line: lines[start], expected: `at most ${maxWords} words in a sentence`, found }];
    });
  });
}

function sentencesOf(text) {
  const ends = [...text.matchAll(endOfSentence)].map((match) => match.index + match[0].length);
  const starts = [0, ...ends];
  return starts.map((start, index) => ({ start, sentence: text.slice(start, ends[index]) }));
}

/** Phrases that the style replaces. Code is not prose. */
export function bannedWords(tree) {
  return nodesOf(tree, blocks).flatMap((node) => {
    const { text, lines } = readText(node);
    const prose = text.replaceAll('\n', ' ').replaceAll(/`[^`]*`/g, (code) => ' '.repeat(code.length));
    return bannedPhrases.flatMap(([pattern, expected]) =>
      [...prose.matchAll(pattern)].map((match) => ({
        line: lines[match.index],
        expected,
        found: `"${match[0]}"`,
      })),
    );
  });
}

const maxColumns = 120;

/** Lines that are too wide. Tables, code and links cannot be wrapped. */
export function wideLines(tree, source) {
  const free = new Set(
    nodesOf(tree, ['table', 'code', 'link', 'image', 'definition', 'html']).flatMap(({ position }) =>
      Array.from(
        { length: position.end.line - position.start.line + 1 },
        (_, index) => position.start.line + index,
      ),
    ),
  );
  return source.split('\n').flatMap((text, index) => {
    const columns = [...text].length;
    if (columns <= maxColumns || free.has(index + 1)) return [];
    return [{ line: index + 1, expected: `at most ${maxColumns} columns`, found: `${columns} columns` }];
  });
}
