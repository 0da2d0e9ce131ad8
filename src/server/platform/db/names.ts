import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { decodeCursor, encodeCursor } from './cursor.ts';

/**
 * Lists by folded name, without case and accents. The database's own `flux_fold` folds, so that an index can contain
 * the result.
 */

/** A position in a list of names. */
export interface NameCursor {
  name: string;
  id: string;
}

const nameCursorSchema = z.tuple([
  z.string().check(z.regex(/^[^\0]*$/)),
  z.string().check(z.regex(/^[a-z2-7]{26}$/)),
]);

export function encodeNameCursor({ name, id }: NameCursor): string {
  return encodeCursor([name, id]);
}

/** @throws FluxError `invalid_input` */
export function decodeNameCursor(cursor: string): NameCursor {
  const [name, id] = decodeCursor(nameCursorSchema, cursor);
  return { name: name.toWellFormed(), id };
}

/** The sort order of a list by this column. */
export function byName(column: string): RawBuilder<string> {
  return sql`flux_fold(${sql.ref(column)}) collate "C"`;
}

/** Whether a row follows the position of a cursor; always true without one. */
export function afterNameCursor(column: string, id: string, cursor: string | undefined): RawBuilder<boolean> {
  if (cursor === undefined) return sql`true`;
  const position = decodeNameCursor(cursor);
  return sql`(${byName(column)}, ${sql.ref(id)}) > (flux_fold(${position.name}) collate "C", ${position.id})`;
}

/** More words than a real search has do not filter further. */
const maxWords = 8;

export function wordsOf(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter((word) => word !== ''))].slice(0, maxWords);
}

/** Whether a column contains all search words, in any order. */
export function hasWords(column: string, q: string | undefined): RawBuilder<boolean> {
  const folded = sql`' ' || flux_fold(${sql.ref(column)})`;
  const words = wordsOf(q ?? '').map((word) => sql`${folded} like flux_substring_pattern(${word})`);
  return sql`(${sql.join([sql`true`, ...words], sql` and `)})`;
}
