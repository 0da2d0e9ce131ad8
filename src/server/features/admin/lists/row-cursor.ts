import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts';

/** A place in a list that runs from the newest to the oldest. */
export interface RowCursor {
  /** Microseconds since 1970: what PostgreSQL keeps, and finer than a JavaScript date. */
  createdMicros: number;
  id: string;
}

const rowCursorSchema = z.tuple([z.int(), z.string().check(z.regex(/^[a-z2-7]{26}$/))]);

export function encodeRowCursor({ createdMicros: micros, id }: RowCursor): string {
  return encodeCursor([micros, id]);
}

/** @throws FluxError `invalid_input` */
export function decodeRowCursor(cursor: string | undefined): RowCursor | null {
  if (cursor === undefined) return null;
  const [micros, id] = decodeCursor(rowCursorSchema, cursor);
  return { createdMicros: micros, id };
}

/** Whether a row follows a position, from newest to oldest. */
export function olderThan(position: RowCursor | null): RawBuilder<boolean> {
  if (position === null) return sql`true`;
  return sql`(created_at, id) < (timestamptz 'epoch' + ${position.createdMicros}::float8 * interval '1 microsecond', ${position.id})`;
}

export const createdMicros = sql<number>`(extract(epoch from created_at) * 1000000)::bigint`;
