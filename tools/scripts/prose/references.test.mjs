import { expect, test } from 'vitest';
import { anchorsOf, parseMarkdown } from './markdown.mjs';
import { deadLinks, foldersOf, missingPaths, missingScripts } from './references.mjs';

const files = ['README.md', 'docs/api.md', 'src/server/main.ts', 'src/web/play/player.tsx'];
const repository = {
  files: new Set(files),
  folders: foldersOf(files),
  scripts: new Set(['dev', 'build:web']),
  anchors: new Map([['docs/api.md', anchorsOf(parseMarkdown('# The API\n\n## Sign in'))]]),
};
const linksOf = (source, page = 'README.md') =>
  deadLinks(parseMarkdown(source), page, repository).map(({ line, found }) => [line, found]);

test('a relative link leads to a file, a folder or a heading', () => {
  expect(linksOf('[a](docs/api.md) [b](docs) [c](docs/api.md#sign-in) [d](https://example.com/x)')).toEqual(
    [],
  );
  expect(linksOf('[a](#sign-in) [b](../README.md) [c](../src/server/)', 'docs/api.md')).toEqual([]);
});

test('dead links, images and anchors are found at their lines', () => {
  expect(linksOf('[a](api.md)\n![b](docs/b.png)\n[c](docs/api.md#sign-out)\n\n[d]: docs/d.md')).toEqual([
    [1, 'api.md'],
    [2, 'docs/b.png'],
    [3, 'docs/api.md#sign-out'],
    [5, 'docs/d.md'],
  ]);
});

test('anchors are named as on GitHub', () => {
  const source = '# What `npm test` does, and why\n\n## Ä–B_c\n\n## Twice\n\n## Twice';
  expect(anchorsOf(parseMarkdown(source))).toEqual([
    'what-npm-test-does-and-why',
    'äb_c',
    'twice',
    'twice-1',
  ]);
});

test('npm scripts exist, in code blocks too', () => {
  expect(missingScripts('`npm run dev`, npm run build:web', repository)).toEqual([]);
  expect(missingScripts('```\nnpm run bench -- players\n```', repository)).toEqual([
    { line: 2, expected: 'a script of package.json', found: 'npm run bench' },
  ]);
});

test('a path in code names a file or folder, whole or by its end', () => {
  const paths = ['src/server/main.ts', 'src/server/', 'web/play', 'play/player.tsx', 'player.tsx'];
  const source = `${paths.map((path) => `\`${path}\``).join(' ')} \`index.html\` \`src/**/*.ts\` \`npm test\``;
  expect(missingPaths(parseMarkdown(source), repository)).toEqual([]);
  expect(
    missingPaths(parseMarkdown('`server/app.ts`\n`features/play`\n`yer.tsx`'), repository),
  ).toMatchObject([
    { line: 1, found: 'server/app.ts' },
    { line: 2, found: 'features/play' },
    { line: 3, found: 'yer.tsx' },
  ]);
});
