import { expect, test } from 'vitest';
import { detailsOf, failureOf, withoutStack } from './reasons.ts';

const retry = (error: unknown) => failureOf(error).canRetry;
const sentence = (error: unknown) => failureOf(error).sentence;

/** A crash message of Unity's loader: its own sentence, then the stack trace. */
const crash = `An error occurred running the Unity content on this page. See your browser JavaScript console for more info. The error was:
RuntimeError: memory access out of bounds
    at http://a.test/Build/Game.wasm:wasm-function[12]:0x44
    at Module.fetchAll (http://a.test/Build/Game.framework.js:3:4)
_WebGLParse@http://a.test/Build/Game.framework.js:3:4
unable_to_load@blob:http://a.test/1:2:3`;

test.each([
  ['a lost line', new TypeError('Failed to fetch'), /could not be loaded.*check the connection/],
  ['a page instead of a file', new SyntaxError("Unexpected token '<'"), /could not be loaded/],
  ['a missing file', new Error('Unable to load http://a.test/Build/a.data (404)'), /could not be loaded/],
  ['a server that is away', new Error('Unable to load a.data (503)'), /try again in a moment/],
  ['too little memory', new RangeError('Array buffer allocation failed'), /close other tabs/],
  ['lost graphics', 'WebGL context was lost', /stopped the graphics/],
  ['a crash of the game', crash, /because of an error.*send the details to its creator/],
  ['endless recursion', new RangeError('Maximum call stack size exceeded'), /because of an error/],
  ['nothing at all', undefined, /because of an error/],
])('%s is explained in a sentence, and can be retried', (_, error, expected) => {
  expect(sentence(error)).toMatch(expected);
  expect(sentence(error)).not.toMatch(/http|RuntimeError|wasm|\n/);
  expect(retry(error)).toBe(true);
});

test.each([
  ['a damaged file', 'unknown data format', /damaged.*ask its creator/],
  ['code that does not compile', new Error('CompileError: bad magic word'), /damaged/],
  [
    'graphics that the browser has switched off',
    'Your browser does not support WebGL',
    /hardware acceleration/,
  ],
  [
    'an address that games lack here',
    new Error("Failed to construct 'Worker': Script at 'http://a' cannot be accessed from origin 'null'."),
    /its own address/,
  ],
])('%s is permanent, so there is no retry', (_, error, expected) => {
  expect(sentence(error)).toMatch(expected);
  expect(sentence(error)).not.toMatch(/try again/i);
  expect(retry(error)).toBe(false);
});

test('a message is shown without its stack trace while the game runs', () => {
  expect(withoutStack(crash)).toMatch(/^An error occurred .* RuntimeError: memory access out of bounds$/);
  expect(withoutStack('Sound may start late.')).toBe('Sound may start late.');
});

test('the details hold the message and the stack', () => {
  const error = new Error('It broke');
  error.stack = 'Error: It broke\n    at run (game.js:1:2)';
  expect(detailsOf(error)).toBe('Error: It broke\n    at run (game.js:1:2)');
  error.stack = 'run@game.js:1:2';
  expect(detailsOf(error)).toBe('It broke\nrun@game.js:1:2');
  expect(detailsOf(crash)).toBe(crash);
  expect(detailsOf(null)).toBe('');
});
