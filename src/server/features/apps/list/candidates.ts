import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#server/context.ts';
import type { RankedCursor } from './cursor.ts';
import { inOrder, isBeyond, type Order } from './order.ts';
import { newest, type Scope, sorted } from './scope.ts';

/** At most so many rows are taken from an index to be sorted. */
export const maxCandidates = 5_000;
/** The maximum number of rows walked for one page; older ones are for the next page. */
export const maxWalked = 10_000;

/** The condition and order of a search. */
interface CandidateQuery {
  order: Order;
  after: RankedCursor | null;
  limit: number;
}

/**
 * Sorts a small number of candidates: by tier, then in the given order.
 * @param candidates a query for the id, the columns of the order and the tier of each
 */
export async function rank(
  { db }: Context,
  candidates: RawBuilder<unknown>,
  { order, after, limit }: CandidateQuery,
): Promise<{ places: RankedCursor[]; total: number }> {
  const later =
    after === null
      ? sql`true`
      : sql`(tier > ${after.tier} or (tier = ${after.tier} and ${isBeyond(order, sql`sorted_by`, after)}))`;
  const { rows } = await sql<RankedCursor & { total: number }>`
    with found as materialized ${candidates}
    select (select count(*)::int from found) as total, page.* from (select) as one
    left join lateral (
      select id, ${order.at} as at, tier from found where ${later}
      order by tier, ${inOrder(order, sql`sorted_by`)} limit ${limit}
    ) as page on true`.execute(db);
  const places = rows.filter(({ id }) => id !== null).map(({ id, at, tier }) => ({ id, at, tier }));
  return { places, total: rows[0]?.total ?? 0 };
}

/** Walks a scope in order for the apps of one tier, `maxWalked` of them at most. */
export async function walk(
  { db }: Context,
  scope: Scope,
  { tier, condition }: { tier: number; condition: RawBuilder<boolean> },
  { order, after, limit }: CandidateQuery,
): Promise<{ places: RankedCursor[]; brokenOffAt: RankedCursor | null }> {
  const part = { after, limit: maxWalked };
  const columns = sql`folded_name, folded_creator, search_text`;
  const { rows: places } = await sql<RankedCursor>`
    select id, ${order.at} as at, ${sql.lit(tier)} as tier
    from ${sorted(scope, order, { ...part, columns })} as walked
    where ${condition} order by ${inOrder(order, sql`sorted_by`)} limit ${limit}`.execute(db);
  if (places.length === limit) return { places, brokenOffAt: null };
  const end = await sql<RankedCursor>`
    select id, ${order.at} as at, ${sql.lit(tier)} as tier
    from ${sorted(scope, order, { ...part, columns: null })} as walked
    order by ${inOrder(order, sql`sorted_by`)} offset ${maxWalked - 1}`.execute(db);
  return { places, brokenOffAt: end.rows[0] ?? null };
}

/** The number of matches among the newest apps of a scope. */
export async function countWalked(
  { db }: Context,
  scope: Scope,
  condition: RawBuilder<boolean>,
): Promise<{ count: number; exact: boolean }> {
  const { rows } = await sql<{ walked: number; found: number }>`
    select count(*)::int as walked, count(*) filter (where found)::int as found
    from ${newest(scope, sql`${condition} as found`, maxWalked)} as walked`.execute(db);
  const { walked = 0, found = 0 } = rows[0] ?? {};
  return { count: found, exact: walked < maxWalked };
}
