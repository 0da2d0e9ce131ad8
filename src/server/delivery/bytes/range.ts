import type { ByteRange } from '#server/platform/blobs/blob-store.ts';

/**
 * Reads a `Range` header (RFC 9110, 14.2). Several ranges and what is not well formed are ignored: the whole is
 * sent then, which bounds the work that one request can ask for.
 * @param size bytes of the whole
 * @returns null: send the whole; 'unsatisfiable': answer 416
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
