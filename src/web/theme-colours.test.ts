import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('.', import.meta.url));
const textOf = (file: string) => readFileSync(join(source, file), 'utf8');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
const styles = files.filter((name) => name.endsWith('.css')).map(textOf);

// Because of this, the end-to-end tests check most accessibility rules in one theme only.
test('a theme decides only the colour scheme', () => {
  const rules = styles.flatMap((text) => [...text.matchAll(/[^{};]*\[data-theme[^{]*\{([^}]*)\}/g)]);
  expect(rules.map(([, body]) => body?.trim())).toEqual(['color-scheme: light;']);
  expect(styles.filter((text) => text.includes('prefers-color-scheme'))).toEqual([]);
});

test('no layout depends on the theme', () => {
  const pages = files.filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'));
  const classes = /[\s'"`](?:dark|light):[\w[-]|\[data-theme|light-dark\(|prefers-color-scheme/;
  expect(pages.filter((name) => classes.test(textOf(name)))).toEqual([]);
});
