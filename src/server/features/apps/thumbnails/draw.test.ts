import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeZip } from '#fixtures/zip.ts';
import { LocalLimits } from '#server/platform/limits/local-limits.ts';
import { childProcessModule } from '#server/platform/processes/child-process-module.ts';
import { runSandboxedProcess } from '#server/platform/processes/sandboxed-process.ts';
import { thumbnailRefusedMessage } from '#shared/apps/thumbnails.ts';
import { drawThumbnail } from './draw.ts';
import type { DrawRequest } from './drawing-messages.ts';
import { drawQuarters, makePicture, placesOf, readQuarters } from './testing.ts';

const sharedLimits = new LocalLimits();
let folder: string;
let staging: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flux-pictures-'));
  staging = await mkdtemp(join(folder, 'staging-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Drawn {
  small: Buffer;
  large: Buffer;
}

let files = 0;
async function draw(picture: Buffer | string): Promise<Drawn> {
  files += 1;
  const path = join(folder, `picture-${files}`);
  await writeFile(path, picture);
  const { blobs, discard } = await drawThumbnail(path, staging, sharedLimits);
  const read = async (size: keyof Drawn) => readFile(blobs[size].forms[0]?.path ?? '');
  const drawn = { small: await read('small'), large: await read('large') };
  await discard();
  expect(await readdir(staging)).toEqual([]);
  return drawn;
}

async function reasonOfRefusal(picture: Buffer | string): Promise<string | undefined> {
  const error = await draw(picture).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({
    code: 'invalid_input',
    message: thumbnailRefusedMessage,
    fields: { thumbnail: thumbnailRefusedMessage },
  });
  expect(await readdir(staging)).toEqual([]);
  return (error as { details?: string[] }).details?.[0];
}

const facts = async (picture: Buffer) => {
  const { format, width, height, space, pages = 1, exif, icc, xmp, iptc } = await sharp(picture).metadata();
  const extras = { exif, icc, xmp, iptc };
  const kept = Object.entries(extras).flatMap(([name, value]) => (value ? [name] : []));
  return { format, width, height, space, pages, kept };
};
const plain = { format: 'webp', space: 'srgb', pages: 1, kept: [] };

async function expectThumbnails({ small, large }: Drawn): Promise<void> {
  expect(await facts(small)).toEqual({ ...plain, width: 400, height: 300 });
  expect(await facts(large)).toEqual({ ...plain, width: 800, height: 600 });
}

test.each(['jpeg', 'png', 'gif', 'webp'] as const)('a %s is re-encoded in both sizes', async (kind) => {
  const drawn = await draw(await makePicture(kind));
  await expectThumbnails(drawn);
  for (const picture of [drawn.small, drawn.large])
    expect(placesOf(await readQuarters(picture))).toEqual([0, 1, 2, 3]);
});

test.each([
  ['a broad one', 3000, 300],
  ['a tall one', 300, 3000],
  ['a large one', 6300, 6300],
  ['of one pixel', 1, 1],
  ['of one row', 4000, 1],
])('%s is cropped around its centre', async (_name, width, height) => {
  const drawn = await draw(await makePicture('png', width, height));
  await expectThumbnails(drawn);
  if (width > 1 && height > 1) expect(placesOf(await readQuarters(drawn.large))).toEqual([0, 1, 2, 3]);
});

test('pixel art keeps its edges', async () => {
  const { large } = await draw(await makePicture('png', 16, 12));
  const { data, info } = await sharp(large).raw().toBuffer({ resolveWithObject: true });
  // On the row of the first quarter, red turns to green within a few pixels and not over fifty.
  const row = 150 * info.width;
  const red = (x: number) => data[(row + x) * info.channels] ?? 0;
  const between = Array.from({ length: info.width }, (_, x) => red(x)).filter(
    (value) => value > 60 && value < 180,
  );
  expect(between.length).toBeLessThan(6);
});

test.each([
  [1, [0, 1, 2, 3]],
  [2, [1, 0, 3, 2]],
  [3, [2, 3, 0, 1]],
  [4, [3, 2, 1, 0]],
  [5, [0, 3, 2, 1]],
  [6, [3, 0, 1, 2]],
  [7, [2, 1, 0, 3]],
  [8, [1, 2, 3, 0]],
])('a picture with EXIF orientation %i is upright', async (orientation, places) => {
  const picture = await drawQuarters(640, 480).withMetadata({ orientation }).jpeg().toBuffer();
  const { large } = await draw(picture);
  expect(placesOf(await readQuarters(large))).toEqual(places);
});

test('transparency is kept', async () => {
  const picture = await sharp({
    create: { width: 800, height: 600, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  const { small } = await draw(picture);
  const { channels } = await sharp(small).stats();
  expect(channels).toHaveLength(4);
  expect(channels[3]?.max).toBe(0);
});

test.each([
  ['16 bits a channel', () => drawQuarters(640, 480).toColourspace('rgb16').png().toBuffer()],
  ['a palette', () => drawQuarters(640, 480).png({ palette: true }).toBuffer()],
  ['interlaced', () => drawQuarters(640, 480).png({ progressive: true }).toBuffer()],
  ['inks of a printer', () => drawQuarters(640, 480).toColourspace('cmyk').jpeg().toBuffer()],
  ['a wide gamut', () => drawQuarters(640, 480).withIccProfile('p3').jpeg().toBuffer()],
])('a picture in %s gives the same result', async (_name, make) => {
  const drawn = await draw(await make());
  await expectThumbnails(drawn);
  expect(placesOf(await readQuarters(drawn.large))).toEqual([0, 1, 2, 3]);
});

test('greyscale becomes colour', async () => {
  await expectThumbnails(await draw(await drawQuarters(640, 480).greyscale().png().toBuffer()));
});

test('location, author and camera are removed', async () => {
  const secret = 'N 52 31 12 Ada Lovelace';
  const picture = await drawQuarters(640, 480)
    .withMetadata({ exif: { IFD0: { Copyright: secret, Artist: secret } } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${secret}</a></x:xmpmeta>`)
    .jpeg()
    .toBuffer();
  expect(picture.includes(secret)).toBe(true);
  const drawn = await draw(picture);
  await expectThumbnails(drawn);
  for (const bytes of [drawn.small, drawn.large]) expect(bytes.includes('Lovelace')).toBe(false);
});

test('an animation gives its first frame', async () => {
  const frames = await Promise.all(
    ['#e01010', '#10c010', '#1010e0'].map((background) =>
      sharp({ create: { width: 64, height: 48, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  for (const format of ['gif', 'webp'] as const) {
    const { small } = await draw(
      await sharp(frames, { join: { animated: true } })
        .toFormat(format)
        .toBuffer(),
    );
    expect((await facts(small)).pages).toBe(1);
    expect(placesOf(await readQuarters(small))).toEqual([0, 0, 0, 0]);
  }
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>';
test.each<[string, () => Buffer | string | Promise<Buffer>]>([
  ['nothing', () => ''],
  ['a single byte', () => 'G'],
  ['an SVG', () => svg],
  ['an SVG behind a byte order mark', () => `\ufeff${svg}`],
  ['a page', () => '<!doctype html><script>alert(1)</script>'],
  ['a script for ImageMagick', () => 'push graphic-context\nviewbox 0 0 640 480\npop graphic-context'],
  ['a PDF', () => '%PDF-1.7\n'],
  ['a zip', () => makeZip([{ name: 'index.html', data: '<p>' }])],
  ['a TIFF', () => drawQuarters(64, 48).tiff().toBuffer()],
  ['an AVIF', () => drawQuarters(64, 48).avif().toBuffer()],
  ['a sound in the same container as WebP', () => Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt ')])],
])('%s is refused as no picture', async (_name, make) => {
  expect(await reasonOfRefusal(await make())).toBeUndefined();
});

const damaged = 'The picture is damaged or not complete.';
test.each<[string, () => Buffer | Promise<Buffer>, string]>([
  ['an SVG behind the first bytes of a PNG', () => Buffer.from(`\x89PNG\r\n\x1a\n${svg}`, 'latin1'), damaged],
  ['a page behind the first bytes of a GIF', () => Buffer.from('GIF89a<script>alert(1)</script>'), damaged],
  ['a script that is a GIF', () => Buffer.from('GIF89a=1;alert(1)//'), damaged],
  ['a GIF that is a zip', () => withZip('gif'), 'The file is an archive as well as a picture.'],
  ['a JPEG that is a zip', () => withZip('jpeg'), 'The file is an archive as well as a picture.'],
  ['a GIF of 10,000 frames', () => manyFrames(10_000), 'The picture has more than 1,000 frames.'],
])('%s is refused immediately with its reason', async (_name, make, reason) => {
  const picture = await make();
  const began = performance.now();
  expect(await reasonOfRefusal(picture)).toBe(reason);
  expect(performance.now() - began).toBeLessThan(30_000);
});

test.each<[string, () => Buffer | Promise<Buffer>, string]>([
  [
    'a PNG of 65,000 pixels each way',
    () => hugePng(65_000, 65_000),
    'This picture has 4,225,000,000 pixels (65,000 × 65,000). At most 40,000,000 are taken.',
  ],
  [
    'a GIF of 65,535 pixels each way',
    () => hugeGif(),
    'This picture has 4,294,836,225 pixels (65,535 × 65,535). At most 40,000,000 are taken.',
  ],
])('%s is refused for its pixels immediately, not as no picture', async (_name, make, message) => {
  const picture = await make();
  const began = performance.now();
  await expect(draw(picture)).rejects.toMatchObject({
    code: 'invalid_input',
    message,
    fields: { thumbnail: message },
  });
  expect(performance.now() - began).toBeLessThan(30_000);
  expect(await readdir(staging)).toEqual([]);
});

async function withZip(kind: 'gif' | 'jpeg'): Promise<Buffer> {
  return Buffer.concat([await makePicture(kind, 64, 48), makeZip([{ name: 'index.html', data: '<p>' }])]);
}

/** A picture with its size rewritten: what it says to be is not what it holds. */
async function hugePng(width: number, height: number): Promise<Buffer> {
  const bytes = await makePicture('png', 64, 48);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

/** One frame as large as its canvas, of which a few pixels are there. */
function hugeGif(): Buffer {
  const bytes = manyFrames(1);
  const frame = bytes.indexOf(',');
  for (const at of [6, 8, frame + 5, frame + 7]) bytes.writeUInt16LE(65_535, at);
  return bytes;
}

/** Frames of one pixel, as small as they get. */
function manyFrames(count: number): Buffer {
  const header = Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  const frame = Buffer.from('!\xf9\x04\0\x01\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0', 'latin1');
  return Buffer.concat([header, ...Array.from({ length: count }, () => frame), Buffer.from(';')]);
}

test('a picture over its CPU time is refused as slow', async () => {
  const path = join(folder, 'slow');
  await writeFile(path, await makePicture('png', 4_000, 3_000));
  const targets = { small: join(staging, 'small'), large: join(staging, 'large') };
  const messages: unknown[] = [];
  await runSandboxedProcess({
    module: childProcessModule('drawing-child', import.meta),
    request: { path, kind: 'png', targets, maxCpuSeconds: 0 } satisfies DrawRequest,
    folder: staging,
    onMessage: (message) => messages.push(message),
    maxSeconds: 60,
    maxHeapMegabytes: 64,
    allowAddons: true,
  });
  expect(messages).toEqual([{ kind: 'refused', reason: 'Opening the picture took too long.' }]);
  expect(await readdir(staging)).toEqual([]);
});
