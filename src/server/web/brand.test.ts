import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { sharePicture } from './page-heads.ts';

const web = fileURLToPath(new URL('../../web/', import.meta.url));
const read = (path: string) => readFile(`${web}public${path}`);

interface Manifest {
  start_url: string;
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
}

async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(`${web}public/manifest.webmanifest`, 'utf8'));
}

test('every picture in the page exists', async () => {
  const page = await readFile(`${web}index.html`, 'utf8');
  const links = [...page.matchAll(/<link rel="(icon|apple-touch-icon|manifest)" href="([^"]+)"/g)];
  expect(new Set(links.map(([, rel]) => rel))).toEqual(new Set(['icon', 'apple-touch-icon', 'manifest']));
  for (const [, , path] of links) expect((await read(path ?? '')).length).toBeGreaterThan(100);
});

test('the manifest meets the install criteria of browsers, each icon has the declared size', async () => {
  const { start_url, icons } = await readManifest();
  expect(start_url).toBe('/');
  for (const { src, sizes, type } of icons.filter((icon) => icon.type === 'image/png')) {
    const { width, height, format } = await sharp(await read(src)).metadata();
    expect([`${width}x${height}`, `image/${format}`]).toEqual([sizes, type]);
  }
  const offered = icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? 'any'}`);
  expect(offered).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']));
});

test('a maskable icon is opaque, with its mark within the safe zone', async () => {
  const { icons } = await readManifest();
  const { src = '' } = icons.find(({ purpose }) => purpose === 'maskable') ?? {};
  const { data, info } = await sharp(await read(src))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const middle = info.width / 2;
  const strays = { clear: 0, outside: 0 };
  for (let pixel = 0; pixel < info.width * info.height; pixel++) {
    const [, green = 0, , alpha = 0] = data.subarray(pixel * 4, pixel * 4 + 4);
    const reach = Math.hypot((pixel % info.width) - middle, Math.floor(pixel / info.width) - middle);
    if (alpha < 255) strays.clear++;
    if (green > 100 && reach > info.width * 0.4) strays.outside++;
  }
  expect(strays).toEqual({ clear: 0, outside: 0 });
});

test('the picture for shared links matches its tags, and is small enough for every service', async () => {
  const file = await read(sharePicture.path);
  const { width, height, format } = await sharp(file).metadata();
  expect({ width, height, type: `image/${format}` }).toEqual({
    width: sharePicture.width,
    height: sharePicture.height,
    type: sharePicture.type,
  });
  expect(file.length).toBeLessThan(300_000);
});
