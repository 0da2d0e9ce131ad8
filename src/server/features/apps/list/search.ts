import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { wordsOf } from '#server/platform/db/names.ts';
import type { Sort } from '#shared/apps/app-list.ts';
import { countWalked, maxCandidates, rank, walk } from './candidates.ts';
import type { RankedCursor } from './cursor.ts';
import { type Matching, matching, nearlyMatching, unranked } from './matching.ts';
import { type Order, orders } from './order.ts';
import { newest, type Scope, sorted, within } from './scope.ts';
import { findAlternatives } from './spelling.ts';

/** The number of newest apps sampled to estimate how common a term is. */
const sampleSize = 1_000;
/** With this many matches in the sample, a page is found by walking, and sorting all is too slow. */
const commonInSample = 5;
/** With fewer results than this, near matches are added. */
const fewResults = 5;

export interface Found {
  places: RankedCursor[];
  /** The start of the next page; null at the end. It may be beyond the last row of a short page. */
  next: RankedCursor | null;
}

/** All matches, if few enough to read; otherwise the tiers to walk. */
type SearchResult =
  | { ranked: { places: RankedCursor[]; total: number } }
  | { what: Matching; tiers: readonly Tier[] };

interface Tier {
  tier: number;
  condition: RawBuilder<boolean>;
  /** A rare term that an index finds. */
  rare: boolean;
}

/**
 * Results are ordered by tier and then newest first, or by the selected sort as a single tier. The strategy depends
 * on the frequency: common terms walk rows in order, rare ones use the trigram index and sort. Each strategy has a
 * fixed maximum of rows.
 */
export class Search {
  readonly #context: Context;
  readonly #scope: Scope;
  readonly #words: readonly string[];
  readonly #isRanked: boolean;
  readonly #order: Order;

  constructor(context: Context, scope: Scope, text: string, sort?: Sort) {
    this.#context = context;
    this.#scope = scope;
    this.#words = wordsOf(text);
    this.#isRanked = sort === undefined;
    this.#order = orders[sort ?? 'newest'];
  }

  /** Nothing was typed but space. */
  get isEmpty(): boolean {
    return this.#words.length === 0;
  }

  async page(after: RankedCursor | null, limit: number): Promise<Found> {
    // One more row than requested shows whether there is a next page.
    const result = await this.#search(after, limit + 1);
    if ('ranked' in result) return pageOf(result.ranked.places, limit);
    return this.#byTiers(result.tiers, after, limit);
  }

  /** How many are found, or, not exact, how many at least. */
  async count(): Promise<{ count: number; exact: boolean }> {
    const result = await this.#search(null, 0);
    if ('ranked' in result) return { count: result.ranked.total, exact: true };
    return countWalked(this.#context, this.#scope, result.what.anywhere);
  }

  /** Exact matches; near matches if there are few. */
  async #search(after: RankedCursor | null, limit: number): Promise<SearchResult> {
    const exact = await this.#lookFor(matching(this.#words), after, limit);
    if (!('ranked' in exact) || exact.ranked.total >= fewResults) return exact;
    const alternatives = await findAlternatives(this.#context, this.#scope.ownership, this.#words);
    if (alternatives.every((words) => words.length === 0)) return exact;
    return this.#lookFor(nearlyMatching(this.#words, alternatives), after, limit);
  }

  async #lookFor(found: Matching, after: RankedCursor | null, limit: number): Promise<SearchResult> {
    const what = this.#isRanked ? found : unranked(found);
    const { hits, isAll, indexed } = await this.#sample(what);
    const isCommon = hits.reduce((sum, each) => sum + each, 0) >= commonInSample;
    if (isAll || (indexed && !isCommon)) {
      const candidates = isAll ? this.#all(what) : this.#indexed(what);
      const ranked = await rank(this.#context, candidates, { order: this.#order, after, limit });
      if (ranked.total <= maxCandidates) return { ranked };
    }
    return { what, tiers: this.#separate(what, hits, indexed) };
  }

  /** How often it is in the sample by tier, whether the sample is all there is, and whether the index knows a word. */
  async #sample(what: Matching): Promise<{ hits: number[]; isAll: boolean; indexed: boolean }> {
    const sample = newest(this.#scope, sql`${what.tier} as tier`, sampleSize);
    const { rows } = await sql<{ tier: number | null; count: number; indexed: boolean }>`
      select tier, count(*)::int as count,
        (select bool_or(flux_substring_pattern(word) ~ '^% ?[^%]*[a-zA-Z0-9]{3}|^% [a-zA-Z0-9]')
          from unnest(${this.#words}::text[]) as word) as indexed
      from ${sample} as sample group by tier`.execute(this.#context.db);
    return {
      hits: what.tiers.map((_, each) => rows.find(({ tier }) => tier === each)?.count ?? 0),
      isAll: rows.reduce((sum, { count }) => sum + count, 0) < sampleSize,
      indexed: rows[0]?.indexed ?? false,
    };
  }

  #all({ tier, anywhere }: Matching): RawBuilder<unknown> {
    // Some may have come since the sample was taken.
    const columns = sql`${tier} as tier, ${anywhere} as found`;
    const all = sorted(this.#scope, this.#order, { columns, after: null, limit: 2 * sampleSize });
    return sql`(select * from ${all} as listed where found)`;
  }

  #indexed({ tier, anywhere }: Matching): RawBuilder<unknown> {
    return sql`(select id, ${this.#order.columns}, ${tier} as tier from apps
      where ${anywhere} and ${within(this.#scope)} limit ${maxCandidates + 1})`;
  }

  /** One tier after the other. Without an index for a term, all other tiers are walked at once. */
  #separate(what: Matching, hits: readonly number[], indexed: boolean): Tier[] {
    const last = what.tiers.length - 1;
    return what.tiers.flatMap((condition, tier) => {
      if (!indexed && tier > 0 && tier < last) return [];
      const before = what.tiers.slice(0, indexed ? tier : Math.min(tier, 1)).map((each) => sql`not ${each}`);
      const only = sql<boolean>`(${sql.join([...before, condition], sql` and `)})`;
      return [{ tier, condition: only, rare: tier < last && (hits[tier] ?? 0) < commonInSample }];
    });
  }

  async #byTiers(tiers: readonly Tier[], after: RankedCursor | null, limit: number): Promise<Found> {
    const places: RankedCursor[] = [];
    const left = tiers.filter(({ tier }) => tier >= (after?.tier ?? 0));
    while (left.length > 0 && places.length <= limit) {
      const wanted = limit + 1 - places.length;
      const common = left.findIndex(({ rare }) => !rare);
      const rare = left.slice(0, common === -1 ? left.length : common);
      const found = rare.length > 0 ? await this.#fromIndex(rare, after, wanted) : null;
      if (found) {
        places.push(...found);
        left.splice(0, rare.length);
        continue;
      }
      const [tier] = left.splice(0, 1);
      if (!tier) break;
      const start = after?.tier === tier.tier ? after : null;
      const part = { order: this.#order, after: start, limit: wanted };
      const walked = await walk(this.#context, this.#scope, tier, part);
      places.push(...walked.places);
      if (walked.brokenOffAt) return { places, next: walked.brokenOffAt };
    }
    return pageOf(places, limit);
  }

  /** Null for too many matches. */
  async #fromIndex(tiers: readonly Tier[], after: RankedCursor | null, limit: number) {
    const each = tiers.map(
      ({ tier, condition }) =>
        sql`(select id, ${this.#order.columns}, ${sql.lit(tier)} as tier from apps
          where ${condition} and ${within(this.#scope)} limit ${maxCandidates + 1})`,
    );
    const candidates = sql`(${sql.join(each, sql` union all `)})`;
    const { places, total } = await rank(this.#context, candidates, { order: this.#order, after, limit });
    return total > maxCandidates ? null : places;
  }
}

function pageOf(places: RankedCursor[], limit: number): Found {
  const shown = places.slice(0, limit);
  return { places: shown, next: places.length > limit ? (shown.at(-1) ?? null) : null };
}
