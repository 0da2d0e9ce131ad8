import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { decodeCursor, encodeCursor } from './cursor.ts';

/**
 * Lists by name, as people read them: without case and accents, which the database's own `flux_fold` takes away, so that
 * an index can hold what comes of it.
 */

/** A place in a list of names. */
export interface NamePlace {
  name: string;
  id: string;
}

const namePlaceSchema = z.tuple([
  z.string().check(z.regex(/^[^\0]*$/)),
  z.string().check(z.regex(/^[a-z2-7]{26}$/)),
]);

export function encodeNamePlace({ name, id }: NamePlace): string {
  return encodeCursor([name, id]);
}

/** @throws FluxError `invalid_input` */
export function decodeNamePlace(cursor: string): NamePlace {
  const [name, id] = decodeCursor(namePlaceSchema, cursor);
  return { name: name.toWellFormed(), id };
}

/** The order of a list by this column. */
export function byName(column: string): RawBuilder<string> {
  return sql`flux_fold(${sql.ref(column)}) collate "C"`;
}

/** Whether a row comes after the place that a cursor names; each does where there is no cursor. */
export function afterPlace(column: string, id: string, cursor: string | undefined): RawBuilder<boolean> {
  if (cursor === undefined) return sql`true`;
  const place = decodeNamePlace(cursor);
  return sql`(${byName(column)}, ${sql.ref(id)}) > (flux_fold(${place.name}) collate "C", ${place.id})`;
}

/** More words than anybody types narrow nothing any more. */
const maxWords = 8;

export function wordsOf(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter((word) => word !== ''))].slice(0, maxWords);
}

/** Whether a column has every word that somebody searches for, anywhere and in any order. */
export function hasWords(column: string, q: string | undefined): RawBuilder<boolean> {
  const folded = sql`' ' || flux_fold(${sql.ref(column)})`;
  const words = wordsOf(q ?? '').map((word) => sql`${folded} like flux_substring_pattern(${word})`);
  return sql`(${sql.join([sql`true`, ...words], sql` and `)})`;
}
