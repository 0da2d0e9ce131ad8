import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { newestBelonging, type Whose } from './scope.ts';

/** Fewer letters than this are too little to tell what was meant. */
const shortestWord = 4;
/** So many of a person's own apps and of their organizations' lend their words, private ones too. */
const maxBelonging = 500;
const maxLookedAt = 300;
const maxAlternatives = 8;

/**
 * For each word those that somebody may have meant by it, folded: in the names of public apps and of their creators,
 * and in the viewer's own and those of their organizations. Others' private apps are no part of it, so that none of them
 * changes an answer.
 */
export function findAlternatives(
  context: Context,
  whose: Whose,
  words: readonly string[],
): Promise<string[][]> {
  return Promise.all(words.map((word) => alternativesOf(context, whose, word)));
}

async function alternativesOf(context: Context, whose: Whose, word: string): Promise<string[]> {
  const { rows } = await sql<{ typed: string; word: string }>`
    with typed as (select flux_fold(${word}) as typed)
    select typed, word from typed, lateral (
      (select found.word from unnest(flux_deletion_variants(flux_fold(${word}))) as variant,
        lateral (select term as word from search_terms where deletion_variants @> array[variant] limit ${maxLookedAt}) as found)
      union
      (select term from search_terms
        where term % flux_fold(${word}) order by similarity(term, flux_fold(${word})) desc, term limit ${maxLookedAt})
      union
      (select flux_terms(folded_name || folded_creator) from ${belonging(whose)} as belonging)
    ) as known
  `.execute(context.db);
  const known = rows.flatMap((row) => {
    const errors = typingErrors(lettersOf(row.typed), lettersOf(row.word));
    return errors === null ? [] : [{ word: row.word, errors }];
  });
  const fewest = Math.min(...known.map(({ errors }) => errors));
  return known
    .filter(({ errors }) => errors === fewest)
    .map(({ word: meant }) => meant)
    .sort()
    .slice(0, maxAlternatives);
}

function belonging(whose: Whose): RawBuilder<unknown> {
  const names = sql`folded_name, folded_creator`;
  if (whose.kind === 'public') return sql`(select ${names} from apps where false)`;
  return newestBelonging(whose, names, maxBelonging);
}

/** A character beyond ASCII is four in folded text. */
function lettersOf(folded: string): string[] {
  return folded.match(/[A-Z].{3}|./g) ?? [];
}

/**
 * How many errors make one word of the other, or its beginning, since the last word is still being typed; null where
 * that is more than so long a word is forgiven.
 */
export function typingErrors(typed: readonly string[], meant: readonly string[]): number | null {
  if (typed.length < shortestWord) return null;
  const allowed = typed.length < 7 ? 1 : 2;
  const errors = distanceToBeginning(typed, meant);
  return errors <= allowed ? errors : null;
}

/** Letters too many, too few, other, or in each other's place: the least of them for any beginning of `meant`. */
function distanceToBeginning(typed: readonly string[], meant: readonly string[]): number {
  let before: number[] = [];
  let last = Array.from({ length: meant.length + 1 }, (_, index) => index);
  for (const [row, letter] of typed.entries()) {
    const next = [row + 1];
    for (const [column, other] of meant.entries()) {
      const swapped = row > 0 && column > 0 && letter === meant[column - 1] && typed[row - 1] === other;
      next.push(
        Math.min(
          at(last, column) + (letter === other ? 0 : 1),
          at(last, column + 1) + 1,
          at(next, column) + 1,
          swapped ? at(before, column - 1) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, last] = [last, next];
  }
  return Math.min(...last);
}

const at = (numbers: readonly number[], index: number): number => numbers[index] ?? Number.POSITIVE_INFINITY;
