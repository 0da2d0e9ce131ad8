import { type RawBuilder, sql } from 'kysely';

/** A search as conditions on rows of `apps`. Words match in any order. */
export interface Matching {
  /** Whether it is found at all. */
  anywhere: RawBuilder<boolean>;
  /** The tier: 0 to 3, and 4 for a match with a typing error; null without a match. */
  tier: RawBuilder<number>;
  /** The separate condition of each tier. */
  tiers: readonly RawBuilder<boolean>[];
}

/** @param words at least one, as typed: the database folds them like the compared texts */
export function matching(words: readonly string[]): Matching {
  const has = (column: RawBuilder<unknown>): RawBuilder<boolean> => {
    const each = words.map((word) => sql`${column} like flux_substring_pattern(${word})`);
    return sql`(${sql.join(each, sql` and `)})`;
  };
  // Names that start with the term, names and creators' names that contain it, and any text.
  const tiers = [
    sql<boolean>`folded_name like flux_prefix_pattern(${words.join(' ')})`,
    has(sql`folded_name`),
    has(sql`folded_creator`),
    has(sql`search_text`),
  ];
  return { anywhere: tiers[3] ?? sql`false`, tier: tierOf(tiers), tiers };
}

/**
 * The same, and rows that have for each word one that is nearly it.
 * @param alternatives for each word what may stand in its place; folded
 */
export function nearlyMatching(words: readonly string[], alternatives: readonly string[][]): Matching {
  const { tiers } = matching(words);
  const each = words.map((word, index) => {
    const patterns = (alternatives[index] ?? []).map((near) => `%${near}%`);
    return sql`search_text like any(array_append(${patterns}::text[], flux_substring_pattern(${word})))`;
  });
  const anywhere = sql<boolean>`(${sql.join(each, sql` and `)})`;
  return { anywhere, tier: tierOf([...tiers, anywhere]), tiers: [...tiers, anywhere] };
}

/** The same without a difference in how well it is found: in a list that is sorted by something else. */
export function unranked({ anywhere }: Matching): Matching {
  return { anywhere, tier: tierOf([anywhere]), tiers: [anywhere] };
}

function tierOf(tiers: readonly RawBuilder<boolean>[]): RawBuilder<number> {
  const cases = tiers.map((condition, tier) => sql`when ${condition} then ${sql.lit(tier)}`);
  return sql`case ${sql.join(cases, sql` `)} end`;
}
