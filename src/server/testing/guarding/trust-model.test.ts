import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const project = new URL('../../../../', import.meta.url);

test('the trust model names only existing files', () => {
  const text = readFileSync(new URL('SECURITY.md', project), 'utf8');
  const named = [...text.matchAll(/`((?:src|e2e|fixtures|torture)\/[^`]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(new URL(path, project)))).toEqual([]);
});
