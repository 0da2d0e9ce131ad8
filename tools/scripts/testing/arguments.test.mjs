import { expect, test } from 'vitest';
import { kindOf, readArguments } from './arguments.mjs';

const everyFileExists = () => true;

test.each([
  [[], { changed: false, files: [] }],
  [['--changed'], { changed: true, files: [] }],
  [['src/a.test.ts', 'e2e/b.spec.ts'], { changed: false, files: ['src/a.test.ts', 'e2e/b.spec.ts'] }],
])('%j is accepted', (args, expected) => {
  expect(readArguments(args, everyFileExists)).toEqual(expected);
});

test.each([
  [['--chanegd'], 'Unknown option: --chanegd'],
  [['src/app.ts'], 'Not a test file: src/app.ts'],
  [['--changed', 'src/a.test.ts'], '--changed selects the files itself: src/a.test.ts'],
])('%j is refused with the accepted arguments', (args, problem) => {
  expect(() => readArguments(args, everyFileExists)).toThrow(problem);
  expect(() => readArguments(args, everyFileExists)).toThrow('npm test -- --changed');
});

test('a test file that does not exist is refused', () => {
  expect(() => readArguments(['src/none.test.ts'], () => false)).toThrow('No such file: src/none.test.ts');
});

test.each([
  ['e2e/firefox/firefox.spec.ts', 'journey'],
  ['e2e/webkit/webkit.spec.ts', 'journey'],
  ['src/web/ui/button.browser.test.tsx', 'unit'],
  ['tools/scripts/setup.test.mjs', 'unit'],
  ['e2e/server.ts', null],
])('%s is run as %s', (file, kind) => {
  expect(kindOf(file)).toBe(kind);
});
