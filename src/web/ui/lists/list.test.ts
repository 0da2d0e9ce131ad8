import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const web = fileURLToPath(new URL('../..', import.meta.url));

test('a list without visible markers is a list in Safari too', () => {
  const bare = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && name !== join('ui', 'lists', 'list.tsx'))
    .flatMap((name) => {
      const lists = readFileSync(join(web, name), 'utf8').match(/<[uo]l\b[^>]*>/g) ?? [];
      return lists.filter((list) => !/\blist-(disc|decimal)\b/.test(list)).map((list) => `${name} ${list}`);
    });
  expect(bare).toEqual([]);
});
