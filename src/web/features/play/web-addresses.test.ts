import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitAtUrls } from './web-addresses.ts';

const addressesIn = (text: string) =>
  splitAtUrls(text, 'flux.example:8443')
    .filter(({ isAddress }) => isAddress)
    .map((piece) => piece.text);

test.each([
  ['See https://example.com/levels?page=2#top for more', 'https://example.com/levels?page=2#top'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['HTTPS://Example.COM/Maps', 'HTTPS://Example.COM/Maps'],
  ['https://de.wikipedia.org/wiki/Käse', 'https://de.wikipedia.org/wiki/Käse'],
  ['https://he.wikipedia.org/wiki/עברית', 'https://he.wikipedia.org/wiki/עברית'],
  ['Made by https://xn--mller-kva.example', 'https://xn--mller-kva.example'],
])('a URL is found in %j', (text, address) => {
  expect(addressesIn(text)).toEqual([address]);
});

test.each([
  ['Have you seen https://example.com/?!', 'https://example.com/'],
  ['At https://example.com, https:// is spoken.', 'https://example.com'],
  ['(https://example.com/a_(b))', 'https://example.com/a_(b)'],
  ['(see https://example.com/a.)', 'https://example.com/a'],
  ['[map](https://example.com/map).', 'https://example.com/map'],
  ['<https://example.com/>', 'https://example.com/'],
  ['“https://example.com/it’s”', 'https://example.com/it’s'],
  ['"https://example.com";', 'https://example.com'],
  ['**https://example.com**', 'https://example.com'],
  ['`https://example.com`', 'https://example.com'],
  ['| https://example.com/a| b', 'https://example.com/a'],
  ['{https://example.com/a}', 'https://example.com/a'],
  ['https://example.com، ثم', 'https://example.com'],
])('surrounding punctuation in %j is not part of the URL', (text, address) => {
  expect(addressesIn(text)).toEqual([address]);
});

test.each([
  'javascript:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'data:text/html,https:',
  'ftp://example.com/',
  'xhttps://example.com/',
  'www.example.com',
  'https://',
  'https:///example.com/',
  'https://example.com:99999/',
  'https://exa%zzmple.com/',
])('other schemes and invalid URLs do not become links: %j', (text) => {
  expect(addressesIn(text)).toEqual([]);
});

test.each([
  ['a name before the host', 'https://bank.example@evil.example/'],
  ['a name and a port before the host', 'https://bank.example:443@evil.example/'],
  ['a backslash', 'https://evil.example\\.bank.example/'],
  ['letters that look alike', 'https://bаnk.example/'],
  ['wide letters', 'https://ｂank.example/'],
  ['a sign that looks like a slash', 'https://bank.example⁄evil.example/'],
  ['a dot of another script', 'https://bank。example/'],
  ['a number in place of a host', 'http://2130706433/'],
  ['octal digits', 'http://0177.0.0.1/'],
  ['percents', 'https://b%61nk.example/'],
  ['a mark that turns', 'https://evil.example/\u202eelpmaxe.knab'],
  ['a mark that turns in the host', 'https://\u202eelpmaxe.knab'],
  ['an isolate', 'https://evil.example/\u2067bank'],
  ['a hyphen that does not show', 'https://ba\u00adnk.example/'],
  ['a space that does not show', 'https://bank.example\u200b.evil.example/'],
  ['a filler', 'https://bank.example/\u3164'],
  ['a control character', 'https://bank.example/\u0085'],
  ['a sign that looks like an end', 'https://bank.example$evil.example/'],
])('a deceptive URL stays text: %s', (_, text) => {
  expect(addressesIn(text)).toEqual([]);
  expect(addressesIn(`Before ${text} and after`)).toEqual([]);
});

test.each([
  'https://flux.example:8443/auth/github/start?purpose=link&mode=redirect',
  'https://flux.example:8443/%61uth/github/start',
  'https://flux.example:8443/play/../auth/github/start',
  'https://flux.example:8443/play/%2e%2e/auth/github/start',
  'https://FLUX.example:8443//auth/github/start',
  'https://flux.example:8443/api/users/me/export',
  'https://flux.example:8443',
])('links of creators cannot trigger actions on pages of Flux: %j', (text) => {
  expect(addressesIn(text)).toEqual([]);
});

test.each([
  'https://flux.example:8443/play/abc?key=def',
  'https://flux.example/auth',
  'https://a.flux.example:8443/',
])('another game and another site are linked: %j', (text) => {
  expect(addressesIn(text)).toEqual([text]);
});

const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'http://',
        'https://',
        'HTTPS://',
        'javascript:',
        'a.example',
        '@',
        '\\',
        '(',
        ')',
        '.',
      ),
      fc.constantFrom(
        ' ',
        '\n',
        '/',
        '?',
        ':8080',
        '"',
        '<',
        '\u202e',
        '\u200b',
        'א',
        'ä',
        '%2f',
        '..',
        '[::1]',
      ),
      fc.webUrl(),
      fc.string({ unit: 'binary' }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

test('the pieces join to the text, and every link is a web URL with the visible host', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const pieces = splitAtUrls(text, 'flux.example');
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
      for (const piece of pieces) {
        expect(text.startsWith(piece.text, piece.start)).toBe(true);
        if (!piece.isAddress) continue;
        const { protocol, hostname, username } = new URL(piece.text);
        expect(['http:', 'https:']).toContain(protocol);
        expect(username).toBe('');
        expect(piece.text.slice(`${protocol}//`.length).toLowerCase().startsWith(hostname)).toBe(true);
      }
    }),
    { numRuns: 2_000 },
  );
});

/** With backtracking for every character, such a text would block the page for minutes. */
test.each([
  ['one word', 'a'.repeat(100_000)],
  ['one address', `https://a.example/${'a'.repeat(100_000)}`],
  ['signs at its end', `https://a.example/${'.'.repeat(100_000)}`],
  ['signs before a letter', `https://a.example/${'.'.repeat(100_000)}a`],
  ['brackets', `https://a.example/${')'.repeat(100_000)}`],
  ['open brackets', `https://a.example/${'('.repeat(100_000)}`],
  ['one host', `https://${'a.'.repeat(50_000)}`],
  ['beginnings', 'https://'.repeat(12_500)],
  ['beginnings apart', 'https:// '.repeat(11_000)],
  ['half beginnings', 'http'.repeat(25_000)],
  ['addresses', 'https://a.example/ '.repeat(5_000)],
  ['brackets, each for itself', 'https://a.example/) '.repeat(5_000)],
])('a text of 100,000 characters is split quickly: %s', (_, text) => {
  const pieces = splitAtUrls(text, 'flux.example');
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
});
