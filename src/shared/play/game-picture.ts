import { maxThumbnailBytes } from '../apps/thumbnails.ts';

/**
 * Messages between Flux's page and the page around a game when the creator takes a frame of the running game
 * as its thumbnail. The player's script is in every themed page, so this file uses no zod.
 */
export interface PictureRequest {
  kind: 'flux:picture-wanted';
  /** Chosen by the requester; the answer repeats it. */
  id: string;
}

export interface PictureAnswer {
  kind: 'flux:picture';
  id: string;
  /** An encoded picture; null if none could be taken. */
  picture: ArrayBuffer | null;
}

const maxIdLength = 64;

export function isPictureRequest(value: unknown): value is PictureRequest {
  const { kind, id } = fieldsOf(value);
  return kind === 'flux:picture-wanted' && typeof id === 'string' && id.length <= maxIdLength;
}

export function isPictureAnswer(value: unknown): value is PictureAnswer {
  const { kind, id, picture } = fieldsOf(value);
  if (kind !== 'flux:picture' || typeof id !== 'string' || id.length > maxIdLength) return false;
  return picture === null || (picture instanceof ArrayBuffer && picture.byteLength <= maxThumbnailBytes);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
