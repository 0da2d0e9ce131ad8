import { expect, test } from 'vitest';
import { imageProblem } from './image-problem.ts';

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const refused = 'Please select a valid image file (JPEG, PNG, GIF, or WebP)';

test('the type of a picture is detected from its content, not from its name', async () => {
  expect(await imageProblem(new File([new Uint8Array(png)], 'notes.txt', { type: 'text/plain' }))).toBe(null);
  expect(await imageProblem(new File(['<svg/>'], 'logo.png', { type: 'image/png' }))).toBe(refused);
  expect(await imageProblem(new File([], 'empty.png', { type: 'image/png' }))).toBe(refused);
});

test('a picture of exactly five megabytes is accepted, one more byte is not', async () => {
  const sized = (bytes: number) => new Blob([new Uint8Array(png), new Uint8Array(bytes - png.length)]);
  expect(await imageProblem(sized(5_242_880))).toBe(null);
  expect(await imageProblem(sized(5_242_881))).toBe('Image file size must be less than 5MB');
});

const text = (characters: string) => [...characters].map((character) => character.charCodeAt(0));
const big = (...numbers: number[]) => numbers.flatMap((number) => [number >> 8, number & 0xff]);
const little = (...numbers: number[]) => numbers.flatMap((number) => [number & 0xff, number >> 8]);
const webp = (chunk: string, ...rest: number[]) => [...text(`RIFF....WEBP${chunk}....`), ...rest];

/** The size in the header of each type, by its own specification. */
const pictures: Record<string, (width: number, height: number) => number[]> = {
  PNG: (width, height) => [...png, ...text('....IHDR'), ...big(0, width, 0, height)],
  GIF: (width, height) => [...text('GIF89a'), ...little(width, height)],
  // Before it: camera metadata with a preview of its own, and a table that belongs to no frame.
  JPEG: (width, height) => [
    ...[0xff, 0xd8, 0xff, 0xe1, ...big(10), 0xff, 0xc0, ...big(17, 1, 1)],
    ...[0xff, 0xc4, ...big(3), 0, 0xff, 0xff, 0xc2, ...big(17), 8, ...big(height, width)],
  ],
  'lossy WebP': (width, height) => webp('VP8 ', 0, 0, 0, 0x9d, 0x01, 0x2a, ...little(width, height)),
  'lossless WebP': (width, height) => {
    const bits = (width - 1) | ((height - 1) << 14);
    return webp('VP8L', 0x2f, ...little(bits & 0xffff, bits >>> 16));
  },
  'WebP that moves': (width, height) =>
    webp('VP8X', 0, 0, 0, 0, ...little(width - 1), 0, ...little(height - 1), 0),
};

test.each(Object.keys(pictures))('a %s with too many pixels is refused before sending', async (kind) => {
  const sized = (...size: [number, number]) => new Blob([new Uint8Array(pictures[kind]?.(...size) ?? [])]);
  expect(await imageProblem(sized(8000, 5000))).toBe(null);
  expect(await imageProblem(sized(5000, 8000))).toBe(null);
  expect(await imageProblem(sized(9000, 8999))).toBe(
    'This picture has 80,991,000 pixels (9,000 × 8,999). At most 40,000,000 are taken.',
  );
});

test('a picture that ends before its size is left to the server', async () => {
  for (const make of Object.values(pictures))
    expect(await imageProblem(new Blob([new Uint8Array(make(9000, 9000).slice(0, -1))]))).toBe(null);
});
