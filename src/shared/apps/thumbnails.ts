/** Maximum size of a thumbnail upload, in bytes. */
export const maxThumbnailBytes = 5_242_880;

/** In pixels as stored: a picture may be displayed rotated. */
export interface PictureSize {
  width: number;
  height: number;
}

/** Maximum number of pixels: a small file can be a huge picture. */
export const maxThumbnailPixels = 40_000_000;

export const thumbnailTooLargeMessage = 'Image file size must be less than 5MB';
export const thumbnailRefusedMessage = 'Please select a valid image file (JPEG, PNG, GIF, or WebP)';

/** For valid pictures with too many pixels to decode. */
export function thumbnailPixelsMessage({ width, height }: PictureSize): string {
  const [found, most, wide, high] = [width * height, maxThumbnailPixels, width, height].map((count) =>
    count.toLocaleString('en'),
  );
  return `This picture has ${found} pixels (${wide} × ${high}). At most ${most} are taken.`;
}

/** Accepted types in the file dialog. The actual type is detected from the content. */
export const thumbnailTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

/** Every thumbnail is stored in both sizes, as WebP, cropped around its centre. */
export const thumbnailSizes = {
  small: { width: 400, height: 300 },
  large: { width: 800, height: 600 },
} as const;
export type ThumbnailSize = keyof typeof thumbnailSizes;

/** The address identifies this picture: a new picture gets a new address. */
export function thumbnailPath(id: string, size: ThumbnailSize): string {
  return `/thumbnails/${id}/${thumbnailSizes[size].width}.webp`;
}

export type PictureKind = 'jpeg' | 'png' | 'gif' | 'webp';

/** Number of bytes needed to detect the type of a picture. */
export const pictureHeadBytes = 12;

/** The type of a picture by its first bytes. Names and declared types are not trusted. */
export function pictureKindOf(head: Uint8Array): PictureKind | null {
  const has = (at: number, bytes: readonly number[]) =>
    bytes.every((byte, index) => head[at + index] === byte);
  if (has(0, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (has(0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  // GIF87a, GIF89a
  if (has(0, [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]) || has(0, [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]))
    return 'gif';
  // RIFF, its length, WEBP
  if (has(0, [0x52, 0x49, 0x46, 0x46]) && has(8, [0x57, 0x45, 0x42, 0x50])) return 'webp';
  return null;
}
