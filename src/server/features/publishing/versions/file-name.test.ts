import { expect, test } from 'vitest';
import { storableFileName } from './file-name.ts';

test.each([
  ['Pong Build.zip', 'Pong Build.zip'],
  ['C:\\Users\\ada\\Pong.zip', 'Pong.zip'],
  ['../../etc/passwd', 'passwd'],
  ['a\0b\r\nc.zip', 'abc.zip'],
  ['\u202egnp.zip', 'gnp.zip'],
  ['half \ud800.zip', 'half \ufffd.zip'],
  ['игра 🎮 👩\u200d🚀.zip', 'игра 🎮 👩\u200d🚀.zip'],
  ['   ', 'build'],
  ['folder/', 'build'],
  ['', 'build'],
])('%j is kept as %j', (given, kept) => {
  expect(storableFileName(given)).toBe(kept);
});

test('a very long name is cut to 200 characters and keeps its extension', () => {
  const kept = storableFileName(`${'🎮'.repeat(3_000)}.unityweb`);
  expect(kept).toHaveLength(200);
  expect(kept).toMatch(/\.unityweb$/);
  expect(kept.isWellFormed()).toBe(true);
});
