import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import type { RankedPlace } from './cursor.ts';
import { exactTiers, type Matching, matching, nearlyMatching, wordsOf } from './matching.ts';
import { createdMicros, newest, olderThan, type Scope, within } from './scope.ts';
import { findAlternatives } from './typing-errors.ts';

/** So many of the newest apps are looked at to tell how common a word is; where there are no more, that is all. */
const sampleSize = 2_000;
/** Found so often in the sample, a word is common: a page of it is near, and all of it too much to sort. */
const commonInSample = 10;
/** At most so many rows are taken from an index to be sorted. */
export const maxCandidates = 10_000;
/** At most so many rows are walked for one page; what is older comes with the next. */
const maxWalked = 20_000;
/** With fewer results than this, what nearly has it is shown as well. */
const fewResults = 5;

export interface Found {
  places: RankedPlace[];
  /** Where the next page begins; null where there is no more. It may be beyond the last place of a short page. */
  next: RankedPlace | null;
}

/**
 * What is searched for always comes in one and the same order: by tier, and in each tier the newest first. How it is
 * found depends on how common it is, because sorting what a million rows have takes too long, and so does walking a
 * million rows for what a few have. Each way stops after a number of rows that is fixed.
 */
export class Search {
  readonly #context: Context;
  readonly #viewer: Viewer | null;
  readonly #scope: Scope;
  readonly #words: readonly string[];

  constructor(context: Context, viewer: Viewer | null, scope: Scope, text: string) {
    this.#context = context;
    this.#viewer = viewer;
    this.#scope = scope;
    this.#words = wordsOf(text);
  }

  /** Nothing was typed but space. */
  get isEmpty(): boolean {
    return this.#words.length === 0;
  }

  async page(after: RankedPlace | null, limit: number): Promise<Found> {
    const { source, hits } = await this.#look();
    if (source) {
      const found = await this.#among(source, after, limit + 1);
      if (found) return pageOf(found.places, limit);
    }
    return this.#byTiers(hits, after, limit);
  }

  /** How many are found, or, not exact, how many at least. */
  async count(): Promise<{ count: number; exact: boolean }> {
    const { source, hits } = await this.#look();
    const found = source ? await this.#among(source, null, 0) : null;
    if (found) return { count: found.total, exact: true };
    const counted = await this.#walk(matching(this.#words).anywhere, null, maxCandidates + 1);
    const count = Math.max(
      counted.places.length,
      hits.reduce((sum, tier) => sum + tier, 0),
    );
    return { count: Math.min(count, maxCandidates), exact: counted.rest === null && count <= maxCandidates };
  }

  /** How common it is, and, where not all too common, where all of it can be taken from. */
  async #look(): Promise<{ source: Source | null; hits: number[] }> {
    const { tier } = matching(this.#words);
    const sample = newest(this.#scope, sql`${tier} as tier`, null, sampleSize);
    const { rows } = await sql<{ tier: number | null; count: number }>`
      select tier, count(*)::int as count from ${sample} as newest group by tier`.execute(this.#context.db);
    const hits = Array.from(
      { length: exactTiers },
      (_, each) => rows.find((row) => row.tier === each)?.count ?? 0,
    );
    const looked = rows.reduce((sum, { count }) => sum + count, 0);
    if (looked < sampleSize) return { source: this.#newestOf(2 * sampleSize), hits };
    if (hits.reduce((sum, tier) => sum + tier, 0) < commonInSample) return { source: this.#indexed(), hits };
    return { source: null, hits };
  }

  #newestOf(limit: number): Source {
    return ({ tier, anywhere }) => {
      const columns = sql`id, created_at, ${tier} as tier, ${anywhere} as found`;
      return sql`(select id, created_at, tier from ${newest(this.#scope, columns, null, limit)} as newest where found)`;
    };
  }

  #indexed(): Source {
    return ({ tier, anywhere }) =>
      sql`(select id, created_at, ${tier} as tier from apps where ${anywhere} and ${within(this.#scope)} limit ${maxCandidates + 1})`;
  }

  /** All that a source has, ranked: exactly, or, where that is next to nothing, nearly. Null where it is too much. */
  async #among(
    source: Source,
    after: RankedPlace | null,
    limit: number,
  ): Promise<{ places: RankedPlace[]; total: number } | null> {
    const exact = await this.#rank(source(matching(this.#words)), after, limit);
    if (exact.total > maxCandidates) return null;
    if (exact.total >= fewResults) return exact;
    const alternatives = await findAlternatives(this.#context, this.#viewer, this.#words);
    if (alternatives.every((words) => words.length === 0)) return exact;
    const near = await this.#rank(source(nearlyMatching(this.#words, alternatives)), after, limit);
    return near.total > maxCandidates ? exact : near;
  }

  async #rank(candidates: RawBuilder<unknown>, after: RankedPlace | null, limit: number) {
    const later =
      after === null
        ? sql`true`
        : sql`(tier > ${after.tier} or (tier = ${after.tier} and ${olderThan(after)}))`;
    const { rows } = await sql<RankedRow & { total: number }>`
      with found as materialized ${candidates}
      select (select count(*)::int from found) as total, page.* from (select) as one
      left join lateral (
        select id, ${createdMicros} as "createdMicros", tier from found where ${later}
        order by tier, created_at desc, id desc limit ${limit}
      ) as page on true`.execute(this.#context.db);
    const places = rows.filter(({ id }) => id !== null).map(placeOf);
    return { places, total: rows[0]?.total ?? 0 };
  }

  /** One tier after the other, until the page is full. */
  async #byTiers(hits: readonly number[], after: RankedPlace | null, limit: number): Promise<Found> {
    const places: RankedPlace[] = [];
    for (let tier = after?.tier ?? 0; tier < exactTiers; tier += 1) {
      const start = after?.tier === tier ? after : null;
      const wanted = limit + 1 - places.length;
      const rare = (hits[tier] ?? 0) < commonInSample && tier < exactTiers - 1;
      const found =
        (rare ? await this.#ofRareTier(tier, start, wanted) : null) ??
        (await this.#walk(this.#only(tier), start, wanted));
      places.push(...found.places.map((place) => ({ ...place, tier })));
      if (places.length > limit) return pageOf(places, limit);
      if (found.rest) return { places, next: { ...found.rest, tier } };
    }
    return pageOf(places, limit);
  }

  /** What is in this tier and in none before it. */
  #only(tier: number): RawBuilder<boolean> {
    const { tiers } = matching(this.#words);
    const before = tiers.slice(0, tier).map((condition) => sql`not ${condition}`);
    return sql`(${sql.join([...before, tiers[tier] ?? sql`false`], sql` and `)})`;
  }

  /** From the index of this tier's own column. Null where it has too many after all. */
  async #ofRareTier(tier: number, after: RankedPlace | null, limit: number): Promise<Walked | null> {
    const candidates = sql`(select id, created_at, ${sql.lit(tier)} as tier from apps where ${this.#only(tier)} and ${within(this.#scope)} limit ${maxCandidates + 1})`;
    const { places, total } = await this.#rank(candidates, after, limit);
    return total > maxCandidates ? null : { places, rest: null };
  }

  /** From the newest to the oldest, `maxWalked` rows at most. */
  async #walk(condition: RawBuilder<boolean>, after: RankedPlace | null, limit: number): Promise<Walked> {
    const columns = sql`id, created_at, folded_name, folded_creator, search_text`;
    const { rows } = await sql<RankedRow>`
      select id, ${createdMicros} as "createdMicros", 0 as tier
      from ${newest(this.#scope, columns, after, maxWalked)} as walked
      where ${condition} order by created_at desc, id desc limit ${limit}`.execute(this.#context.db);
    const places = rows.map(placeOf);
    if (places.length === limit) return { places, rest: null };
    const end = await sql<RankedRow>`
      select id, ${createdMicros} as "createdMicros", 0 as tier
      from ${newest(this.#scope, sql`id, created_at`, after, maxWalked)} as walked
      order by created_at desc, id desc offset ${maxWalked - 1}`.execute(this.#context.db);
    return { places, rest: end.rows.map(placeOf)[0] ?? null };
  }
}

/** A query for the candidates of a search: id, created_at and tier of each. */
type Source = (what: Matching) => RawBuilder<unknown>;

interface Walked {
  places: RankedPlace[];
  /** Where the walk was broken off; null where it was not. */
  rest: RankedPlace | null;
}

interface RankedRow {
  id: string;
  /** `bigint` comes as a string. */
  createdMicros: number;
  tier: number;
}

function placeOf({ id, createdMicros: micros, tier }: RankedRow): RankedPlace {
  return { id, createdMicros: Number(micros), tier };
}

/** One more than asked for tells whether another page follows. */
function pageOf(places: RankedPlace[], limit: number): Found {
  const shown = places.slice(0, limit);
  return { places: shown, next: places.length > limit ? (shown.at(-1) ?? null) : null };
}
