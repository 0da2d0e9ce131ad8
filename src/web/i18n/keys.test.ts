import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const english = fileURLToPath(new URL('en', import.meta.url));
const catalogs = readdirSync(english, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

test('text keys have at most 40 characters, and differ by more than a number', () => {
  const odd = catalogs.flatMap((name) => {
    const text = readFileSync(join(english, name), 'utf8');
    const keys = [...text.matchAll(/^ {2}(\w+):/gm)].map(([, key = '']) => key);
    return keys
      .filter(
        (key) => key.length > 40 || keys.includes(key.replace(/\d$/, '') + (/\d$/.test(key) ? '' : '2')),
      )
      .map((key) => `${name}: ${key}`);
  });
  expect(odd).toEqual([]);
});
