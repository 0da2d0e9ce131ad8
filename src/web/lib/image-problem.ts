import {
  maxThumbnailBytes,
  pictureHeadBytes,
  pictureKindOf,
  thumbnailRefusedMessage,
  thumbnailTooLargeMessage,
} from '#shared/thumbnails.ts';

/** The sentence to show for a file that cannot be a thumbnail, by its content and size; null where it may be one. */
export async function imageProblem(file: Blob): Promise<string | null> {
  const head = new Uint8Array(await file.slice(0, pictureHeadBytes).arrayBuffer());
  if (pictureKindOf(head) === null) return thumbnailRefusedMessage;
  return file.size > maxThumbnailBytes ? thumbnailTooLargeMessage : null;
}
