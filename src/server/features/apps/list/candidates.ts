import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { RankedPlace } from './cursor.ts';
import { createdMicros, newest, olderThan, type Scope } from './scope.ts';

/** At most so many rows are taken from an index to be sorted. */
export const maxCandidates = 5_000;
/** At most so many rows are walked for one page; what is older comes with the next. */
export const maxWalked = 10_000;

/**
 * Sorts candidates, which are few: by tier, and in each tier the newest first.
 * @param candidates a query for the id, created_at and tier of each
 */
export async function rank(
  { db }: Context,
  candidates: RawBuilder<unknown>,
  after: RankedPlace | null,
  limit: number,
): Promise<{ places: RankedPlace[]; total: number }> {
  const later =
    after === null
      ? sql`true`
      : sql`(tier > ${after.tier} or (tier = ${after.tier} and ${olderThan(after)}))`;
  const { rows } = await sql<PlaceRow & { total: number }>`
    with found as materialized ${candidates}
    select (select count(*)::int from found) as total, page.* from (select) as one
    left join lateral (
      select id, ${createdMicros} as "createdMicros", tier from found where ${later}
      order by tier, created_at desc, id desc limit ${limit}
    ) as page on true`.execute(db);
  const places = rows.filter(({ id }) => id !== null).map(placeOf);
  return { places, total: rows[0]?.total ?? 0 };
}

/** Goes from the newest app of a scope to the oldest for those of one tier, past `maxWalked` of them at most. */
export async function walk(
  { db }: Context,
  scope: Scope,
  { tier, condition }: { tier: number; condition: RawBuilder<boolean> },
  after: RankedPlace | null,
  limit: number,
): Promise<{ places: RankedPlace[]; brokenOffAt: RankedPlace | null }> {
  const columns = sql`folded_name, folded_creator, search_text`;
  const { rows } = await sql<PlaceRow>`
    select id, ${createdMicros} as "createdMicros", ${sql.lit(tier)} as tier
    from ${newest(scope, columns, after, maxWalked)} as walked
    where ${condition} order by created_at desc, id desc limit ${limit}`.execute(db);
  const places = rows.map(placeOf);
  if (places.length === limit) return { places, brokenOffAt: null };
  const end = await sql<PlaceRow>`
    select id, ${createdMicros} as "createdMicros", ${sql.lit(tier)} as tier
    from ${newest(scope, null, after, maxWalked)} as walked
    order by created_at desc, id desc offset ${maxWalked - 1}`.execute(db);
  return { places, brokenOffAt: end.rows.map(placeOf)[0] ?? null };
}

/** How many of the newest apps of a scope are like that. */
export async function countWalked(
  { db }: Context,
  scope: Scope,
  condition: RawBuilder<boolean>,
): Promise<{ count: number; exact: boolean }> {
  const { rows } = await sql<{ walked: number; found: number }>`
    select count(*)::int as walked, count(*) filter (where found)::int as found
    from ${newest(scope, sql`${condition} as found`, null, maxWalked)} as walked`.execute(db);
  const { walked = 0, found = 0 } = rows[0] ?? {};
  return { count: found, exact: walked < maxWalked };
}

interface PlaceRow {
  id: string;
  /** `bigint` comes as a string. */
  createdMicros: number | string;
  tier: number;
}

function placeOf({ id, createdMicros: micros, tier }: PlaceRow): RankedPlace {
  return { id, createdMicros: Number(micros), tier };
}
