import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts';

/** A place in a list that runs from the newest to the oldest. */
export interface Place {
  /** Microseconds since 1970: what PostgreSQL keeps, and finer than a JavaScript date. */
  createdMicros: number;
  id: string;
}

const placeSchema = z.tuple([z.int(), z.string().check(z.regex(/^[a-z2-7]{26}$/))]);

export function encodePlace({ createdMicros: micros, id }: Place): string {
  return encodeCursor([micros, id]);
}

/** @throws FluxError `invalid_input` */
export function decodePlace(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const [micros, id] = decodeCursor(placeSchema, cursor);
  return { createdMicros: micros, id };
}

/** Whether a row comes after a place, from the newest to the oldest. */
export function olderThan(place: Place | null): RawBuilder<boolean> {
  if (place === null) return sql`true`;
  return sql`(created_at, id) < (timestamptz 'epoch' + ${place.createdMicros}::float8 * interval '1 microsecond', ${place.id})`;
}

export const createdMicros = sql<number>`(extract(epoch from created_at) * 1000000)::bigint`;
