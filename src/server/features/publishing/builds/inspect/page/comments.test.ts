// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these strings are scripts
import { expect, test } from 'vitest';
import { makeTree } from '#fixtures/tree.ts';
import { makeInstanceBuild } from '#fixtures/unity.ts';
import { inspectTree } from '../inspect.ts';
import { cpuMilliseconds } from '../testing.ts';
import { withoutComments } from './comments.ts';

test.each([
  ['a // b', 'a  '],
  ['a // b\nc', 'a  \nc'],
  ['a /* b */ c', 'a   c'],
  ['a /* b\n */ c', 'a \n c'],
  ['a /* b // */ c', 'a   c'],
  ['a // b /*\nc */', 'a  \nc */'],
  ['"//a" // b', '"//a"  '],
  ["'/*' + `//b` /* */", "'/*' + `//b`  "],
  ['"\\"//" // b', '"\\"//"  '],
  ["it's // none\nb // c", "it's // none\nb  "],
  ["a = /['//]/; // b", "a = /['//]/;  "],
  ['a.replace(/\\//g, "") // b', 'a.replace(/\\//g, "")  '],
  ['return /"/.test(a) // b', 'return /"/.test(a)  '],
  ['a / b // c', 'a / b  '],
  ['a /* b', 'a /* b'],
  ['a ` // b', 'a ` // b'],
  ['`${a ? `//b` : ""}` // c', '`${a ? `//b` : ""}`  '],
  ['`//${{ a: {} }}//` // c', '`//${{ a: {} }}//`  '],
  ['`${a /* b */}//` // c', '`${a  }//`  '],
  ['function a() { return `}` } // b', 'function a() { return `}` }  '],
  ["if (a) /['//]/.test(b) // c", "if (a) /['//]/.test(b)  "],
  ['{} /[`//]/g.exec(b) // c', '{} /[`//]/g.exec(b)  '],
  ['(a) / b // c', '(a) / b  '],
  ['(a) / b /* c */ / d', '(a) / b   / d'],
  ['if (a) b = c.match(/`/) // d', 'if (a) b = c.match(/`/)  '],
  ['if (a) /[//]b/.source; // c\n// d', 'if (a) /[//]b/.source; // c\n '],
])('the comments of %j are removed', (script, code) => {
  expect(withoutComments(script)).toBe(code);
});

test('an overlong comment is misread code', () => {
  const script = `a // ${'b'.repeat(2_000)}`;
  expect(withoutComments(script)).toBe(script);
});

test.each([
  ['text that does not end', '"\\'],
  ['templates that do not end', '`\\'],
  ['comments that do not end', '/*'],
  ['patterns that do not end', '=/[ '],
  ['comments', '/**/'],
  ['slashes', ' /'],
  ['quotients', ')/[a'],
  ['quotients that end', ')/a'],
  ['code in templates', '`${'],
])('endless %s are read in bounded time', async (_, piece) => {
  const script = piece.repeat(2_000_000 / piece.length);
  expect(await cpuMilliseconds(() => withoutComments(script))).toBeLessThan(3000);
});

/** The report of a stock build with a changed page. */
async function reportOf(change: (page: string) => string) {
  const entries = (await makeInstanceBuild()).map((entry) =>
    entry.name === 'index.html' ? { ...entry, data: change(String(entry.data)) } : entry,
  );
  const { totalBytes, ...report } = (await inspectTree(makeTree(entries))).report;
  return report;
}

test.each([
  ['a commented-out address of data', '// dataUrl: buildUrl + "/Old.data",\n'],
  ['commented-out symbols', '/* symbolsUrl: buildUrl + "/Old.symbols.json", */'],
  ['a comment that would make it another page', '// Module.WebXR\n'],
])('a stock page with %s gives the same result', async (_, code) => {
  const expected = await reportOf((page) => page);
  expect(expected).toMatchObject({ template: 'default', warnings: [], unityVersion: expect.any(String) });
  expect(await reportOf((page) => page.replace('dataUrl:', `${code}dataUrl:`))).toEqual(expected);
});

test('additional code makes a page custom, with the rest unchanged', async () => {
  const { options: _options, ...expected } = await reportOf((page) => page);
  const pattern = 'a(b) { if (b) /[\'"]\\//.test(b) }, ';
  expect(await reportOf((page) => page.replace('dataUrl:', `${pattern}dataUrl:`))).toEqual({
    ...expected,
    template: 'custom',
  });
});

test('a minified stock page gives the same result, also with nested templates of bundlers', async () => {
  const joined = (page: string) => page.replaceAll(/\s*\n\s*/g, ' ');
  const bundle = '<script>const a = `${b ? `//c` : ""}`;';
  const expected = await reportOf(joined);
  expect(expected).toEqual(await reportOf((page) => page));
  const { options: _options, ...others } = expected;
  expect(await reportOf((page) => joined(page).replaceAll('<script>', bundle))).toEqual({
    ...others,
    template: 'custom',
  });
});
