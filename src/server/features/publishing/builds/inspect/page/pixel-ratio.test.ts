import { expect, test } from 'vitest';
import { makeTree } from '#fixtures/tree.ts';
import { makeInstanceBuild } from '#fixtures/unity.ts';
import { inspectTree } from '../inspect.ts';

/** The page of a build with these lines in Unity's block for phones. */
async function reportWith(lines: string) {
  const entries = (await makeInstanceBuild()).map((entry) =>
    entry.name === 'index.html'
      ? {
          ...entry,
          data: String(entry.data).replace('var script = document', `${lines}\n      var script = document`),
        }
      : entry,
  );
  return (await inspectTree(makeTree(entries))).report;
}

const onPhones = (lines: string) =>
  `if (/iPhone|iPad|iPod|Android/i.test(navigator.userAgent)) {\n  ${lines}\n}`;

test.each([
  ['as Unity 2020 has it', 'canvas.className = "unity-mobile";\n  config.devicePixelRatio = 1;', 1],
  ['on one line', 'canvas.className="a";config.devicePixelRatio=1.5', 1.5],
  ['after a comment that ends', '/* for phones */ config.devicePixelRatio = 2;', 2],
  [
    'after a text that looks like a comment',
    'canvas.className = "https://a.test"; config.devicePixelRatio = 1;',
    1,
  ],
])('a stock page’s pixel ratio for phones is reported: %s', async (_, lines, ratio) => {
  const report = await reportWith(onPhones(lines));
  expect(report).toMatchObject({ template: 'default', phonePixelRatio: ratio });
});

test.each([
  ['in a comment, as Unity has it since 2021', onPhones('// config.devicePixelRatio = 1;')],
  ['in a comment of several lines', onPhones('/* uncomment:\n config.devicePixelRatio = 1;\n */')],
  ['in a text', onPhones('var help = "config.devicePixelRatio = 1;";')],
  ['of something else', onPhones('my.config.devicePixelRatio = 1;')],
  ['that is computed', onPhones('config.devicePixelRatio = 1 * window.devicePixelRatio;')],
  ['of nothing', onPhones('config.devicePixelRatio = 0;')],
  ['for every browser', 'config.devicePixelRatio = 1;'],
])('other values are not: %s', async (_, lines) => {
  expect(await reportWith(lines)).not.toHaveProperty('phonePixelRatio');
});
