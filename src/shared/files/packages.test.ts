import { expect, test } from 'vitest';
import { usesPackages } from './packages.ts';

const uses = (files: Record<string, string>) =>
  usesPackages(Object.keys(files), async (path, maxBytes) => (files[path] ?? '').slice(0, maxBytes));

test.each([
  ['index.html', '<script type="module" src="./node_modules/three/build/three.module.js"></script>'],
  ['index.html', '<script src=node_modules/three/three.js></script>'],
  ['index.html', '<script type="importmap">{"imports":{"a/":"/node_modules/@scope/a/"}}</script>'],
  ['public/play.htm', "<link rel='stylesheet' href='../node_modules/a/a.css'>"],
  ['main.js', "import * as THREE from './node_modules/three/build/three.module.js';"],
  ['js/main.mjs', `import(\`\${base}node_modules/a.js\`)`],
  ['style.css', '@import url(node_modules/a/a.css);'],
])('%s loads packages: %s', async (path, text) => {
  expect(await uses({ [path]: text })).toBe(true);
});

test.each([
  ['index.html', '<p>Run npm install, which makes node_modules/ for you.</p>'],
  ['main.js', '// node_modules/three/build/three.module.js\nvar a = 1;'],
  ['webpack.config.js', 'module.exports = { module: { rules: [{ exclude: /node_modules/, use: [] }] } };'],
  ['main.js', 'load("./my_node_modules/a.js"); load("./node_modules.js");'],
  ['package-lock.json', '{"packages":{"node_modules/three":{}}}'],
  ['node_modules/a/index.html', '<script src="../node_modules/b/b.js"></script>'],
  ['lib/node_modules/a/a.js', 'load("../node_modules/b/b.js")'],
])('%s does not load packages: %s', async (path, text) => {
  expect(await uses({ [path]: text })).toBe(false);
});

test('the search is bounded: pages and the top come first', async () => {
  const asked: string[] = [];
  const paths = Array.from({ length: 150 }, (_, index) => `deep/${index}.js`);
  const found = await usesPackages([...paths, 'a.js', 'z.html'], async (path, maxBytes) => {
    asked.push(path);
    return ' '.repeat(Math.min(maxBytes, 10));
  });
  expect(found).toBe(false);
  expect(asked).toHaveLength(100);
  expect(asked.slice(0, 3)).toEqual(['z.html', 'a.js', 'deep/0.js']);
  expect(await uses({ 'a.js': `${' '.repeat(1024 * 1024)}"node_modules/a"` })).toBe(false);
});
