import { expect, test } from 'vitest';
import { allowOnly, drawPicture } from './draw-picture.ts';
import { drawQuarters, makePicture } from './testing.ts';

/** In its own file: blocked decoders stay blocked for the rest of the process. */
test('a process that was given a PNG decodes PNG only', async () => {
  const png = await makePicture('png', 64, 48);
  const others = [
    await makePicture('jpeg', 64, 48),
    await makePicture('gif', 64, 48),
    await makePicture('webp', 64, 48),
    await drawQuarters(64, 48).tiff().toBuffer(),
    await drawQuarters(64, 48).avif().toBuffer(),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"/>'),
  ];
  // The control: without that it opens each of them.
  for (const other of others) expect((await drawPicture(other)).large.length).toBeGreaterThan(0);
  allowOnly('png');
  expect((await drawPicture(png)).large.length).toBeGreaterThan(0);
  for (const other of others) await expect(drawPicture(other)).rejects.toThrow('The picture is damaged');
});
