import * as z from 'zod/mini';
import { FluxError } from '#shared/contract/errors.ts';

/** Encodes a position in a list for a query parameter. */
export function encodeCursor(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/**
 * A forged cursor changes the position only, never the permissions.
 * @throws FluxError `invalid_input`
 */
export function decodeCursor<Place extends z.ZodMiniType>(position: Place, cursor: string): z.output<Place> {
  try {
    return z.parse(position, JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw invalidCursor();
  }
}

export function invalidCursor(): FluxError {
  const message = 'This cursor is not valid. Please start again from the first page.';
  return new FluxError('invalid_input', message, { fields: { cursor: message } });
}

/** Cuts the rows of one page; one additional row shows that there is a next page. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { items: Row[]; nextCursor: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: last !== undefined && rows.length > limit ? cursorOf(last) : null };
}
