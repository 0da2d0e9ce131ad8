import { expect, test } from 'vitest';
import { parseMarkdown } from './markdown.mjs';
import { bannedWords, longSentences, wideLines } from './sentences.mjs';

const words = (count) => `${'word '.repeat(count - 1)}end.`;

test('a sentence has at most thirty words', () => {
  expect(longSentences(parseMarkdown(`${words(30)} Next.`))).toEqual([]);
  expect(longSentences(parseMarkdown(`Short.\n\n${words(31)}`))).toEqual([
    {
      line: 3,
      expected: 'at most 30 words in a sentence',
      found: '31 words: "word word word word word word …"',
    },
  ]);
});

test('a long sentence is found at its own line, in lists and tables too', () => {
  const lineOf = (source) => longSentences(parseMarkdown(source)).map(({ line }) => line);
  expect(lineOf(`First.\nA ${words(40)}`)).toEqual([2]);
  expect(lineOf(`# Title\n\n- First.\n- A ${words(40)}`)).toEqual([4]);
  expect(lineOf(`| a |\n| --- |\n| b |\n| A ${words(40)} |`)).toEqual([4]);
});

test.each([
  ['an abbreviation', `A sentence, e.g. this one, has ${words(20)}`, 0],
  ['code as one word', `Run \`${'npm run build -- '.repeat(20)}\` first.`, 0],
  ['code at the start of a sentence', `${words(20)} \`npm test\` has ${words(20)}`, 0],
  ['a block of code', `\`\`\`\n${words(40)}\n\`\`\``, 0],
  ['a number at the start of a sentence', `${words(20)} 404 is ${words(20)}`, 0],
  ['a dash, which is no word', `${words(29).replace('.', '')} – end.`, 0],
])('%s is counted right', (_name, source, count) => {
  expect(longSentences(parseMarkdown(source))).toHaveLength(count);
});

test('phrases with a plainer form are found at their lines', () => {
  const source = 'Players\nand whoever watches keep it\nfor good.\n\n| a |\n| --- |\n| From then on |';
  expect(bannedWords(parseMarkdown(source))).toEqual([
    { line: 2, expected: 'a noun such as "players"', found: '"whoever"' },
    { line: 3, expected: '"permanently"', found: '"for good"' },
    { line: 7, expected: '"afterwards", or nothing', found: '"From then on"' },
  ]);
});

test('a phrase is found across the end of a line', () => {
  expect(bannedWords(parseMarkdown('It is kept for\ngood.'))).toMatchObject([
    { line: 1, found: '"for good"' },
  ]);
});

test('code and longer words are no phrases', () => {
  expect(bannedWords(parseMarkdown('`for good` is good for goodness.\n\n```\nwhoever\n```'))).toEqual([]);
});

test('a line has at most 120 columns, except in tables, code and links', () => {
  const wide = (source) => wideLines(parseMarkdown(source), source).map(({ line, found }) => [line, found]);
  const long = 'word '.repeat(25).trim();
  expect(wide(`fine\n${long}`)).toEqual([[2, '124 columns']]);
  expect(wide('ж'.repeat(120))).toEqual([]);
  expect(wide(`| a |\n| --- |\n| ${long} |`)).toEqual([]);
  expect(wide(`\`\`\`\n${long}\n\`\`\``)).toEqual([]);
  expect(wide(`[a](${'b'.repeat(120)})`)).toEqual([]);
});
