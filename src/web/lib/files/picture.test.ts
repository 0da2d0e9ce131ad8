import { expect, test } from 'vitest';
import { pictureOf } from './picture.ts';

const seeds = Array.from({ length: 200 }, (_, index) => `app-${index}`);

test('the same id always gives the same picture', () => {
  expect(pictureOf('k3mp7')).toEqual(pictureOf('k3mp7'));
});

test('neighbouring ids give different pictures', () => {
  const drawn = new Set(seeds.map((seed) => JSON.stringify(pictureOf(seed))));
  expect(drawn.size).toBe(seeds.length);
});

test('every picture has visible shapes with valid numbers', () => {
  for (const seed of [...seeds, '', '🦊']) {
    const picture = pictureOf(seed);
    expect(picture.strokes.length).toBeGreaterThan(2);
    for (const stroke of picture.strokes) {
      expect(stroke.d).not.toMatch(/NaN|undefined|Infinity/);
      expect(stroke.fill ?? stroke.stroke).toMatch(/^oklch\(/);
    }
  }
});
