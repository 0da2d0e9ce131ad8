import { expect, test } from 'vitest';
import { imageProblem } from './image-problem.ts';

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const refused = 'Please select a valid image file (JPEG, PNG, GIF, or WebP)';

test('what a picture is, its content says, not its name', async () => {
  expect(await imageProblem(new File([new Uint8Array(png)], 'notes.txt', { type: 'text/plain' }))).toBe(null);
  expect(await imageProblem(new File(['<svg/>'], 'logo.png', { type: 'image/png' }))).toBe(refused);
  expect(await imageProblem(new File([], 'empty.png', { type: 'image/png' }))).toBe(refused);
});

test('a picture of exactly five megabytes is taken, one byte more is not', async () => {
  const sized = (bytes: number) => new Blob([new Uint8Array(png), new Uint8Array(bytes - png.length)]);
  expect(await imageProblem(sized(5_242_880))).toBe(null);
  expect(await imageProblem(sized(5_242_881))).toBe('Image file size must be less than 5MB');
});
