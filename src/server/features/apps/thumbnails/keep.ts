import type { Context } from '#server/context.ts';
import type { ThumbnailSize } from '#shared/apps/thumbnails.ts';
import { putBlobs } from '../../storage/put-blobs.ts';
import { drawThumbnail } from './draw.ts';

/** The sha256 of each size in hexadecimal. The bytes are safe in the store; no row names them yet. */
export type KeptThumbnail = Record<ThumbnailSize, string>;

/**
 * Draws and stores the picture of an app. The staging folder is always cleaned up.
 * @throws FluxError `invalid_input` for an invalid picture; `storage_full`
 */
export async function keepThumbnail(context: Context, file: { path: string }): Promise<KeptThumbnail> {
  const drawn = await drawThumbnail(file.path, context.folders.staging, context.sharedLimits);
  try {
    const { small, large } = drawn.blobs;
    await putBlobs(context, [small, large]);
    return { small: small.sha256, large: large.sha256 };
  } finally {
    await drawn.discard();
  }
}
