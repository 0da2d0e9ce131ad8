import type { PictureKind, PictureSize, ThumbnailSize } from '#shared/apps/thumbnails.ts';

export const tookTooLongMessage = 'Opening the picture took too long.';

/** The request to the drawing process, sent once. */
export interface DrawRequest {
  /** Absolute path of the picture, which is only read. */
  path: string;
  /** The kind by its first bytes; no other decoder may run. */
  kind: PictureKind;
  /** Absolute paths of the files to make. */
  targets: Record<ThumbnailSize, string>;
  /** Of this process; the time of a busy machine says nothing about a picture. */
  maxCpuSeconds: number;
}

/** What the drawing process says at its end. */
export type DrawMessage =
  | { kind: 'done' }
  /** A sentence for the person whose picture it is. */
  | { kind: 'refused'; reason: string }
  | { kind: 'too_many_pixels'; size: PictureSize }
  | { kind: 'storage_full' }
  | { kind: 'failed'; error: string };
