import { expect, test } from 'vitest';
import { naughtyStrings } from '#fixtures/naughty-strings.ts';
import { entryName } from './entry-names.ts';

const id = 'a'.repeat(26);
const nameOf = (app: string, number = '1.0.0', fileName = 'build.zip') =>
  entryName({ id, name: app }, { id: 'v', number, fileName });

test('an archive is laid out by app and version', () => {
  expect(nameOf('Moon Racer', '1.2', 'Moon Racer.zip')).toBe(`apps/Moon Racer-${id}/1.2/Moon Racer.zip`);
});

test.each([
  ['../../etc/passwd', '_.._etc_passwd'],
  ['a/b\\c', 'a_b_c'],
  ['C:\\Windows', 'C__Windows'],
  ['   ', 'app'],
  ['...', 'app'],
  ['name. . ', 'name'],
  ['NUL', '_NUL'],
  ['con.zip', '_con.zip'],
  ['right\u202eleft', 'right_left'],
  ['e\u0301', 'é'],
])('%j becomes %j', (name, expected) => {
  expect(nameOf(name)).toBe(`apps/${expected}-${id}/1.0.0/build.zip`);
});

test('a long file name keeps its extension, and no half of a character is left', () => {
  const long = nameOf('x', '1', `${'🚀'.repeat(80)}.unityweb`).split('/')[3] ?? '';
  expect(long.endsWith('🚀.unityweb')).toBe(true);
  expect(long.length).toBeLessThanOrEqual(60);
  expect(long.isWellFormed()).toBe(true);
});

test('any input gives a path of four parts that is safe on all systems', () => {
  for (const text of naughtyStrings) {
    const parts = nameOf(text, text, text).split('/');
    expect(parts).toHaveLength(4);
    for (const part of parts) {
      expect(part).toMatch(/^[^\\:*?"<>|\p{Cc}]+$/u);
      expect(part).not.toMatch(/^\.|[. ]$/);
    }
  }
});

test('two versions never share a path, even on case-insensitive systems', () => {
  const taken = new Set<string>();
  const names = ['1/0', '1:0', 'RC', 'rc'].map((number, index) =>
    entryName({ id, name: 'App' }, { id: `v${index}`, number, fileName: 'a.zip' }, taken),
  );
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(4);
});
