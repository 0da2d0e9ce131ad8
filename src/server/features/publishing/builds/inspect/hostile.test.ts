import { expect, test } from 'vitest';
import { type FixtureEntry, makeTree } from '#fixtures/tree.ts';
import { makeInstanceBuild } from '#fixtures/unity.ts';
import { inspectTree } from './inspect.ts';
import { readPage } from './page/html.ts';
import { ScriptValues } from './page/script-values.ts';
import { cpuMilliseconds } from './testing.ts';

const build = await makeInstanceBuild();
const replaced = (ending: string, data: Buffer | string): FixtureEntry[] =>
  build.map((entry) => (entry.name.endsWith(ending) ? { ...entry, data } : entry));

test.each([
  ['unclosed tags', '<a "'.repeat(400_000)],
  ['unclosed comments', '<!--'.repeat(400_000)],
  ['unclosed scripts', '<script>'.repeat(200_000)],
  ['one endless attribute', `<a b=${'"\'='.repeat(600_000)}`],
  ['spaces', `<a ${' '.repeat(2_000_000)}`],
])('a page of %s is read in bounded time', async (_, html) => {
  expect(await cpuMilliseconds(() => readPage(html))).toBeLessThan(3000);
});

test('letters that are longer in lower case shift nothing, and names of Object’s members are ordinary', () => {
  const script = 'var config = { dataUrl: "Build/a.data" };';
  const page = readPage(
    `<title>${'İ'.repeat(20)}</TITLE><constructor></constructor><script>${script}</SCRIPT><p id="p">`,
  );
  expect(page).toMatchObject({ title: 'İ'.repeat(20), inlineScripts: [script], ids: new Set(['p']) });
});

test('a script with circular references is read in bounded time', async () => {
  expect(new ScriptValues('var dataUrl = a; var a = b; var b = dataUrl + a;').find('dataUrl')).toBeNull();
  const names = Array.from({ length: 3000 }, (_, index) => `v${index}`);
  const source = names
    .map((name) => `${name} = ${names.join('+')};`)
    .join('\n')
    .slice(0, 2_000_000);
  const find = () => new ScriptValues(`dataUrl = ${names.join('+')};${source}`).find('dataUrl');
  expect(await cpuMilliseconds(find)).toBeLessThan(3000);
});

test.each([
  ['spaces', `dataUrl${' '.repeat(1_000_000)}`],
  ['commas', 'dataUrl,'.repeat(20_000)],
  ['brackets', `dataUrl${'] '.repeat(500_000)}`],
])('assignments are counted in bounded time among %s', async (_, source) => {
  const count = () => expect(new ScriptValues(source).isAssignedOnce('dataUrl')).toBe(false);
  expect(await cpuMilliseconds(count)).toBeLessThan(3000);
});

test('thousands of names are searched in long scripts in bounded time', async () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `part ${index}.data`);
  const values = new ScriptValues(`${'/a'.repeat(5_000_000)};"Build/part 7.data"`);
  const find = () => expect([...values.mentioned(new Set(names))]).toEqual(['part 7.data']);
  expect(await cpuMilliseconds(find)).toBeLessThan(3000);
});

test.each([
  ['"Build/a.data"', 'Build/a.data'],
  ['\'Build/\' + name + ".gz"', 'Build/game.gz'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the script under test holds a template literal.
  ['`Build/${name}.data`', 'Build/game.data'],
  ['"\\u0047ame\\x20\\"1\\""', 'Game "1"'],
  ['choose() + "x"', null],
  ['"a" + (mobile ? "b" : "c")', null],
])('the value %s is read as %s', (expression, expected) => {
  const source = `const name = "game"; const config = { dataUrl: ${expression}, };`;
  expect(new ScriptValues(source).find('dataUrl')).toBe(expected);
});

test('false headers and truncated code are reported and never stop the inspection', async () => {
  const lie = Buffer.from(
    'UnityWebData1.0\0\xff\xff\xff\xff\xff\xff\xff\x7f\xff\xff\xff\x7f\xff\xff\xff\xff',
    'latin1',
  );
  expect((await inspectTree(makeTree(replaced('.data', lie)))).report.unityVersion).toBeNull();
  const cut = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 2, 0xff, 0xff, 0xff, 0xff, 0x0f, 0xff]);
  expect((await inspectTree(makeTree(replaced('.wasm', cut)))).report.threads).toBe(false);
});

test('no read exceeds a few megabytes', async () => {
  const tree = makeTree(build);
  const asked: number[] = [];
  const files = tree.files.map((file) => ({
    ...file,
    size: file.path.startsWith('Build/') ? 600 * 1024 * 1024 : file.size,
    read: (start: number, length: number) => {
      asked.push(length);
      return file.read(start, length);
    },
  }));
  await inspectTree({ ...tree, files });
  expect(Math.max(...asked)).toBeLessThanOrEqual(8 * 1024 * 1024);
});
