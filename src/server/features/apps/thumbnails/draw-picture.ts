import sharp, { type Sharp, type SharpOptions } from 'sharp';
import {
  maxThumbnailPixels,
  type PictureKind,
  type PictureSize,
  type ThumbnailSize,
  thumbnailSizes,
} from '#shared/apps/thumbnails.ts';
import { isAlsoArchive } from './archive-in-disguise.ts';

const maxFrames = 1_000;
/** A picture that has to grow by more than this each way is drawn with squares, not with a blur. */
const pixelArtScale = 4;
const webp = { quality: 82, effort: 4 } as const;

const decoders: Record<PictureKind, string> = {
  jpeg: 'VipsForeignLoadJpegBuffer',
  png: 'VipsForeignLoadPngBuffer',
  gif: 'VipsForeignLoadNsgifBuffer',
  webp: 'VipsForeignLoadWebpBuffer',
};

/** The message is for the user who uploaded the picture. */
export class PictureRefusedError extends Error {}

/** A picture that is a valid one, but for how many pixels it has. */
export class TooManyPixelsError extends PictureRefusedError {
  readonly size: PictureSize;
  constructor(size: PictureSize) {
    super('The picture has too many pixels.');
    this.size = size;
  }
}

/** From now on this process decodes one kind of picture alone. */
export function allowOnly(kind: PictureKind): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [decoders[kind]] });
}

/**
 * Re-encodes a picture in both sizes as WebP: upright, cropped around its centre and without metadata. Small pictures
 * are enlarged, because layouts depend on the sizes.
 * @throws PictureRefusedError
 */
export async function drawPicture(bytes: Buffer): Promise<Record<ThumbnailSize, Buffer>> {
  if (isAlsoArchive(bytes)) throw new PictureRefusedError('The file is an archive as well as a picture.');
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    return await draw(bytes);
  } catch (error) {
    if (error instanceof PictureRefusedError) throw error;
    throw new PictureRefusedError('The picture is damaged or not complete.', { cause: error });
  }
}

async function draw(bytes: Buffer): Promise<Record<ThumbnailSize, Buffer>> {
  // Only the first frame is ever decoded.
  const options: SharpOptions = { failOn: 'error', pages: 1 };
  const facts = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
  if (facts.width * facts.height > maxThumbnailPixels)
    throw new TooManyPixelsError({ width: facts.width, height: facts.height });
  if ((facts.pages ?? 1) > maxFrames)
    throw new PictureRefusedError('The picture has more than 1,000 frames.');
  const { large, small } = thumbnailSizes;
  const { width, height } = facts.autoOrient;
  const growsBy = Math.max(large.width / width, large.height / height);
  const { data, info } = await sharp(bytes, {
    ...options,
    limitInputPixels: maxThumbnailPixels,
    autoOrient: true,
  })
    .resize({ ...large, fit: 'cover', kernel: growsBy > pixelArtScale ? 'nearest' : 'lanczos3' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  // Decoding ends here. Both thumbnails are encoded from raw pixels, so nothing else of the file remains.
  const drawn = (): Sharp => sharp(data, { raw: info });
  return {
    large: await drawn().webp(webp).toBuffer(),
    small: await drawn().resize(small).webp(webp).toBuffer(),
  };
}
