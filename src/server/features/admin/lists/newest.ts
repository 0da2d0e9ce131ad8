import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { createdMicros, olderThan, type RowCursor } from './row-cursor.ts';

type Db = Kysely<Tables>;
type Condition = RawBuilder<boolean>;

/** The number of newest rows sampled to estimate how common a search term is. */
const sampleSize = 1_000;
/** With this many matches in the sample, a page is found by walking. */
const commonInSample = 5;
/** At most so many rows are taken from an index to be sorted. */
const maxCandidates = 5_000;
/** The maximum number of rows walked for one page; older ones are for the next page. */
const maxWalked = 10_000;

/** The rows to list. Columns: `id`, `created_at` and, for searches, `search_text`. */
export interface Rows {
  table: 'users' | 'organizations' | 'apps';
  /** The filter; it should have a partial index of the newest rows. */
  within: Condition;
}

export interface Found {
  places: RowCursor[];
  /** The start of the next page; null at the end. It may be beyond the last row of a short page. */
  next: RowCursor | null;
}

/**
 * The newest rows that contain all words. The strategy depends on the frequency: common words walk rows from the
 * newest, rare ones use the trigram index and sort. Each strategy has a fixed maximum of rows.
 */
export async function findNewest(
  db: Db,
  rows: Rows,
  words: readonly string[],
  after: RowCursor | null,
  limit: number,
): Promise<Found> {
  if (words.length === 0) return pageOf(await walkAll(db, rows, after, limit + 1), limit);
  const matches = matching(words);
  if (await isRare(db, rows, words)) {
    const found = await fromIndex(db, rows, matches, after, limit + 1);
    if (found) return pageOf(found, limit);
  }
  return walkFor(db, rows, matches, after, limit);
}

function matching(words: readonly string[]): Condition {
  const each = words.map((word) => sql`search_text like flux_substring_pattern(${word})`);
  return sql`(${sql.join(each, sql` and `)})`;
}

async function walkAll(
  db: Db,
  { table, within }: Rows,
  after: RowCursor | null,
  limit: number,
): Promise<RowCursor[]> {
  const { rows } = await sql<CursorRow>`
    select id, ${createdMicros} as "createdMicros" from ${sql.table(table)}
    where ${within} and ${olderThan(after)}
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows.map(cursorOf);
}

/** Few matches among the newest of many rows, and an indexable word. */
async function isRare(db: Db, { table, within }: Rows, words: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ seen: number; hits: number; indexed: boolean }>`
    select count(*)::int as seen, count(*) filter (where ${matching(words)})::int as hits,
      (select bool_or(flux_substring_pattern(word) ~ '^% ?[^%]*[a-zA-Z0-9]{3}|^% [a-zA-Z0-9]')
        from unnest(${words}::text[]) as word) as indexed
    from (select search_text from ${sql.table(table)} where ${within}
      order by created_at desc, id desc limit ${sampleSize}) as sample`.execute(db);
  const { seen = 0, hits = 0, indexed = false } = rows[0] ?? {};
  return seen === sampleSize && hits < commonInSample && indexed;
}

/** Null for too many matches. */
async function fromIndex(
  db: Db,
  { table, within }: Rows,
  matches: Condition,
  after: RowCursor | null,
  limit: number,
): Promise<RowCursor[] | null> {
  const { rows } = await sql<CursorRow & { total: number }>`
    with found as materialized (
      select id, created_at from ${sql.table(table)} where ${matches} and ${within} limit ${maxCandidates + 1}
    )
    select (select count(*)::int from found) as total, page.* from (select) as one
    left join lateral (
      select id, ${createdMicros} as "createdMicros" from found where ${olderThan(after)}
      order by created_at desc, id desc limit ${limit}
    ) as page on true`.execute(db);
  if ((rows[0]?.total ?? 0) > maxCandidates) return null;
  return rows.filter(({ id }) => id !== null).map(cursorOf);
}

async function walkFor(
  db: Db,
  { table, within }: Rows,
  matches: Condition,
  after: RowCursor | null,
  limit: number,
): Promise<Found> {
  const walked = (columns: RawBuilder<unknown>) => sql`(
    select id, created_at, ${columns} from ${sql.table(table)} where ${within} and ${olderThan(after)}
    order by created_at desc, id desc limit ${maxWalked})`;
  const { rows } = await sql<CursorRow>`
    select id, ${createdMicros} as "createdMicros" from ${walked(sql`search_text`)} as walked
    where ${matches} order by created_at desc, id desc limit ${limit + 1}`.execute(db);
  const places = rows.map(cursorOf);
  if (places.length > limit) return pageOf(places, limit);
  const end = await sql<CursorRow>`
    select id, ${createdMicros} as "createdMicros" from ${walked(sql`1 as one`)} as walked
    order by created_at desc, id desc offset ${maxWalked - 1}`.execute(db);
  return { places, next: end.rows.map(cursorOf)[0] ?? null };
}

function pageOf(places: RowCursor[], limit: number): Found {
  const shown = places.slice(0, limit);
  return { places: shown, next: places.length > limit ? (shown.at(-1) ?? null) : null };
}

interface CursorRow {
  id: string;
  /** `bigint` arrives as a string. */
  createdMicros: number | string;
}

function cursorOf({ id, createdMicros: micros }: CursorRow): RowCursor {
  return { id, createdMicros: Number(micros) };
}
