import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { newestBelonging, type Ownership } from './scope.ts';

/** Shorter words give no useful suggestions. */
const shortestWord = 4;
/** The maximum of own and organization apps, including private ones, that provide terms. */
const maxBelonging = 500;
const maxLookedAt = 300;
const maxAlternatives = 8;

/**
 * The folded alternatives of each word: terms in the names of public apps and their creators, and of the viewer's and
 * their organizations' apps. Others' private apps are excluded, so that they change no result.
 */
export function findAlternatives(
  context: Context,
  ownership: Ownership,
  words: readonly string[],
): Promise<string[][]> {
  return Promise.all(words.map((word) => alternativesOf(context, ownership, word)));
}

async function alternativesOf(context: Context, ownership: Ownership, word: string): Promise<string[]> {
  const { rows } = await sql<{ typed: string; word: string }>`
    with typed as (select flux_fold(${word}) as typed)
    select typed, word from typed, lateral (
      (select found.word from unnest(flux_deletion_variants(flux_fold(${word}))) as variant,
        lateral (select term as word from search_terms where deletion_variants @> array[variant] limit ${maxLookedAt}) as found)
      union
      (select term from search_terms
        where term % flux_fold(${word}) order by similarity(term, flux_fold(${word})) desc, term limit ${maxLookedAt})
      union
      (select flux_terms(folded_name || folded_creator) from ${belonging(ownership)} as belonging)
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

function belonging(ownership: Ownership): RawBuilder<unknown> {
  const names = sql`folded_name, folded_creator`;
  if (ownership.kind === 'public') return sql`(select ${names} from apps where false)`;
  return newestBelonging(ownership, names, maxBelonging);
}

/** A character beyond ASCII is four in folded text. */
function lettersOf(folded: string): string[] {
  return folded.match(/[A-Z].{3}|./g) ?? [];
}

/**
 * The number of edits between a word and a term or its prefix, because the last word may be incomplete; null above
 * the maximum for its length.
 */
export function typingErrors(typed: readonly string[], meant: readonly string[]): number | null {
  if (typed.length < shortestWord) return null;
  const allowed = typed.length < 7 ? 1 : 2;
  const errors = distanceToBeginning(typed, meant);
  return errors <= allowed ? errors : null;
}

/** Insertions, deletions, substitutions and transpositions: the minimum for any prefix of `meant`. */
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
