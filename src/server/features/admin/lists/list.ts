import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { wordsOf } from '#server/platform/db/names.ts';
import type { Page } from '#shared/contract/contract.ts';
import { findNewest, type Rows } from './newest.ts';
import { decodeRowCursor, encodeRowCursor } from './row-cursor.ts';

interface ListQuery {
  search?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/**
 * A page of a list, newest first.
 * @param named the row that the search identifies exactly, such as an id; null to search texts
 * @param load returns the rows of these ids, in any order
 * @throws FluxError `invalid_input` for a cursor
 */
export async function listNewest<Row extends { id: string }>(
  db: Kysely<Tables>,
  rows: Rows,
  { search = '', cursor, limit }: ListQuery,
  named: RawBuilder<boolean> | null,
  load: (ids: string[]) => Promise<Row[]>,
): Promise<Page<Row>> {
  const words = named === null ? wordsOf(search) : [];
  const narrowed = named === null ? rows : { ...rows, within: sql<boolean>`(${rows.within} and ${named})` };
  const { places, next } = await findNewest(db, narrowed, words, decodeRowCursor(cursor), limit);
  const ids = places.map(({ id }) => id);
  const loaded = ids.length > 0 ? await load(ids) : [];
  // Rows deleted in the meantime are skipped.
  const items = ids.flatMap((id) => loaded.find((row) => row.id === id) ?? []);
  return { items, nextCursor: next && encodeRowCursor(next) };
}
