import { readdir } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { TestServer } from '#server/testing/servers/server.ts';
import type { PictureKind } from '#shared/apps/thumbnails.ts';

/** Four quarters, clockwise from the upper left: red, green, blue, yellow. */
export const quarters = ['#e01010', '#10c010', '#1010e0', '#e0e010'] as const;

/** A picture whose content tells which way up it is. */
export function drawQuarters(width: number, height: number): Sharp {
  const [half, rest] = [Math.floor(width / 2), Math.floor(height / 2)];
  const places = [
    [0, 0],
    [half, 0],
    [half, rest],
    [0, rest],
  ] as const;
  return sharp({ create: { width, height, channels: 3, background: '#000' } }).composite(
    places.map(([left, top], index) => ({
      input: {
        create: {
          width: width - half,
          height: height - rest,
          channels: 3,
          background: quarters[index] ?? '#000',
        },
      },
      left,
      top,
    })),
  );
}

export function makePicture(kind: PictureKind, width = 640, height = 480): Promise<Buffer> {
  return drawQuarters(width, height).toFormat(kind).toBuffer();
}

/** The colours in the middle of the four quarters, clockwise from the upper left, as `#rrggbb`. */
export async function readQuarters(picture: Buffer): Promise<string[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colourAt = (x: number, y: number) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return `#${data.toString('hex', at, at + 3)}`;
  };
  return [colourAt(0.25, 0.25), colourAt(0.75, 0.25), colourAt(0.75, 0.75), colourAt(0.25, 0.75)];
}

/** Which of the four each colour is nearest to, as its place; encoders shift colours a little. */
export function placesOf(colours: readonly string[]): number[] {
  const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const distance = (one: string, other: string) => {
    const given = channels(other);
    return channels(one).reduce((sum, value, index) => sum + (value - (given[index] ?? 0)) ** 2, 0);
  };
  return colours.map((colour) => {
    const distances = quarters.map((quarter) => distance(colour, quarter));
    return distances.indexOf(Math.min(...distances));
  });
}

/** What is left of pictures on their way: none, whatever became of them. */
export async function leftovers({ context }: Pick<TestServer, 'context'>): Promise<string[]> {
  const { staging, uploads } = context.folders;
  const forms = (await readdir(uploads)).filter((name) => name.startsWith('form-'));
  return [...(await readdir(staging)), ...forms];
}
