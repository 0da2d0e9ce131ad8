/** Bytes of the largest picture that is taken as a thumbnail. */
export const maxThumbnailBytes = 5_242_880;

/** In pixels, as it is stored: a picture may be shown turned. */
export interface PictureSize {
  width: number;
  height: number;
}

/** Pixels of the largest one: a small file can be a huge picture. */
export const maxThumbnailPixels = 40_000_000;

export const thumbnailTooLargeMessage = 'Image file size must be less than 5MB';
export const thumbnailRefusedMessage = 'Please select a valid image file (JPEG, PNG, GIF, or WebP)';

/** Of a picture that is a valid one, with more pixels than are decoded for anybody. */
export function thumbnailPixelsMessage({ width, height }: PictureSize): string {
  const [found, most, wide, high] = [width * height, maxThumbnailPixels, width, height].map((count) =>
    count.toLocaleString('en'),
  );
  return `This picture has ${found} pixels (${wide} × ${high}). At most ${most} are taken.`;
}

/** What a file dialog offers; what a file really is, its content says. */
export const thumbnailTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

/** Every picture is kept in both sizes, as WebP, cut to their shape around its centre. */
export const thumbnailSizes = {
  small: { width: 400, height: 300 },
  large: { width: 800, height: 600 },
} as const;
export type ThumbnailSize = keyof typeof thumbnailSizes;

/** The address names this very picture: another one gets another address. */
export function thumbnailPath(id: string, size: ThumbnailSize): string {
  return `/thumbnails/${id}/${thumbnailSizes[size].width}.webp`;
}

export type PictureKind = 'jpeg' | 'png' | 'gif' | 'webp';

/** As many bytes of a file as tell what kind of picture it is. */
export const pictureHeadBytes = 12;

/** What kind of picture a file is by its first bytes; names and declared types are only somebody's word. */
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
