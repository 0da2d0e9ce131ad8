import { expect, test } from 'vitest';
import { neededWindow, scaleToFit } from './fit.ts';

const room = { width: 390, height: 500 };

test.each([
  ['a game that fills its window', { left: 0, top: 0, width: 390, height: 500 }, room],
  ['one that is off by a rounding', { left: -0.4, top: 0, width: 390.6, height: 500 }, room],
  ['one at the left', { left: 8, top: 8, width: 800, height: 480 }, { width: 808, height: 500 }],
  ['one in the middle', { left: -205, top: 10, width: 800, height: 480 }, { width: 800, height: 500 }],
  [
    'one in the middle of both',
    { left: -285, top: -50, width: 960, height: 600 },
    { width: 960, height: 600 },
  ],
  ['one below a heading', { left: 0, top: 100, width: 390, height: 480 }, { width: 390, height: 580 }],
  [
    'one far below, to which one scrolls',
    { left: 0, top: 3000, width: 300, height: 600 },
    { width: 390, height: 600 },
  ],
])('the window that %s needs', (_, game, needed) => {
  expect(neededWindow(room, game)).toEqual(needed);
});

test('a needed size is scaled down to the room, and never up', () => {
  expect(scaleToFit(room, { width: 780, height: 500 })).toBe(0.5);
  expect(scaleToFit(room, { width: 390, height: 2000 })).toBe(0.25);
  expect(scaleToFit(room, { width: 100, height: 100 })).toBe(1);
  expect(scaleToFit({ width: 0, height: 0 }, room)).toBe(1);
});
