import {
  maxThumbnailBytes,
  maxThumbnailPixels,
  pictureHeadBytes,
  pictureKindOf,
  thumbnailPixelsMessage,
  thumbnailRefusedMessage,
  thumbnailTooLargeMessage,
} from '#shared/apps/thumbnails.ts';
import { pictureSizeOf } from '../format/picture-size.ts';

/** The message for a file that cannot be a thumbnail, by its content and sizes; null otherwise. */
export async function imageProblem(file: Blob): Promise<string | null> {
  const head = new Uint8Array(await file.slice(0, pictureHeadBytes).arrayBuffer());
  const kind = pictureKindOf(head);
  if (kind === null) return thumbnailRefusedMessage;
  if (file.size > maxThumbnailBytes) return thumbnailTooLargeMessage;
  const size = pictureSizeOf(kind, await file.arrayBuffer());
  return size && size.width * size.height > maxThumbnailPixels ? thumbnailPixelsMessage(size) : null;
}
