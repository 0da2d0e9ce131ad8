import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));

/** Intentional uses of left and right, with reasons. */
const exceptions: Record<string, string> = {
  'web/features/admin/usage/day-chart.tsx left:': 'a chart runs from left to right in every language',
  'web/styles.css right:': "the beam of the visitors' home is a picture",
  'player/themes/base.css left:': 'the panel is centred by half of its own width',
  'player/themes/base.css right:': 'the bar of progress sweeps by a transform',
};

const classes =
  /(?<![\w.-])-?(?:m[lr]|p[lr]|left|right|scroll-[mp][lr]|border-[lr]|rounded-(?:[lr]|[tb][lr]))-(?=[\d[(]|auto|px|full|control|picture|line|transparent)[\w./[\]()%-]+|(?<![\w.-])(?:(?:text|float|clear)-(?:left|right)|border-[lr]|rounded-(?:[lr]|[tb][lr]))(?![\w-])/g;
const declarations =
  /(?<![\w-])(?:left|right|(?:margin|padding|border)-(?:left|right)|(?:margin|padding|border)(?:Left|Right)(?:Width|Color)?)\s*:(?=\s*[`'"\d-])|(?:text-align|textAlign|float)\s*:\s*['"]?(?:left|right)/g;

function findings(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8');
  const found = [
    ...(file.endsWith('.css') ? [] : text.matchAll(classes)),
    ...(/\.(css|tsx)$/.test(file) ? text.matchAll(declarations) : []),
  ];
  return [...new Set(found.map(([match]) => `${file} ${match}`))];
}

const files = ['web', 'player'].flatMap((root) =>
  readdirSync(join(source, root), { recursive: true, encoding: 'utf8' })
    .map((name) => `${root}/${name}`)
    .filter((name) => /\.(tsx?|css|html)$/.test(name) && !/\.test\.tsx?$/.test(name)),
);

test('layouts use start and end, so that they work in right-to-left languages', () => {
  expect(files.flatMap(findings).filter((finding) => !(finding in exceptions))).toEqual([]);
});

test('every exception from start and end is still needed', () => {
  const found = new Set(files.flatMap(findings));
  expect(Object.keys(exceptions).filter((exception) => !found.has(exception))).toEqual([]);
});
