import { expect, test } from 'vitest';
import { makeTree } from '../../../../../../fixtures/tree.ts';
import { makeInstanceBuild } from '../../../../../../fixtures/unity.ts';
import { inspectTree } from '../inspect.ts';
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
  ['a ` // b', 'a `  '],
])('the comments of %j are taken out', (script, code) => {
  expect(withoutComments(script)).toBe(code);
});

test.each([
  ['text that does not end', '"\\'],
  ['templates that do not end', '`\\'],
  ['comments that do not end', '/*'],
  ['patterns that do not end', '=/[ '],
  ['comments', '/**/'],
  ['slashes', ' /'],
])('endless %s are read in time', (_, piece) => {
  const start = performance.now();
  withoutComments(piece.repeat(2_000_000 / piece.length));
  expect(performance.now() - start).toBeLessThan(3000);
});

/** What is found in a stock build, with these lines above the one that names its data. */
async function reportWith(lines: string) {
  const entries = (await makeInstanceBuild()).map((entry) =>
    entry.name === 'index.html'
      ? { ...entry, data: String(entry.data).replace('dataUrl:', `${lines}\n        dataUrl:`) }
      : entry,
  );
  return (await inspectTree(makeTree(entries))).report;
}

test.each([
  ['the data of before', '// dataUrl: buildUrl + "/Old.data",'],
  ['symbols', '/* symbolsUrl: buildUrl + "/Old.symbols.json", */'],
  ['what would make it another page', '// Module.WebXR'],
])('a stock page is read without what its creator commented out: %s', async (_, lines) => {
  const { totalBytes, ...expected } = await reportWith('');
  expect(expected).toMatchObject({ template: 'default', warnings: [], unityVersion: expect.any(String) });
  expect(await reportWith(lines)).toEqual({ ...expected, totalBytes: totalBytes + lines.length });
});
