import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { wordsOf } from '#server/platform/db/names.ts';
import type { Page } from '#shared/contract/contract.ts';
import { findNewest, type Rows } from './newest.ts';
import { decodePlace, encodePlace } from './place.ts';

interface Asked {
  search?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/**
 * A page of a list, the newest first.
 * @param named what the search names exactly, as an id does; null where it is to be found in the text
 * @param load answers the rows of these ids, in any order
 * @throws FluxError `invalid_input` for a cursor
 */
export async function listNewest<Row extends { id: string }>(
  db: Kysely<Tables>,
  rows: Rows,
  { search = '', cursor, limit }: Asked,
  named: RawBuilder<boolean> | null,
  load: (ids: string[]) => Promise<Row[]>,
): Promise<Page<Row>> {
  const words = named === null ? wordsOf(search) : [];
  const narrowed = named === null ? rows : { ...rows, within: sql<boolean>`(${rows.within} and ${named})` };
  const { places, next } = await findNewest(db, narrowed, words, decodePlace(cursor), limit);
  const ids = places.map(({ id }) => id);
  const loaded = ids.length > 0 ? await load(ids) : [];
  // What was deleted meanwhile is simply not there.
  const items = ids.flatMap((id) => loaded.find((row) => row.id === id) ?? []);
  return { items, nextCursor: next && encodePlace(next) };
}
