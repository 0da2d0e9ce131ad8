import type { ApplicationCard } from '#shared/apps.ts';
import type { Page } from '#shared/contract.ts';

type Pages = Page<ApplicationCard>[];

/**
 * Brings pages that somebody is reading up to date without moving anything: what changed changes in its place, what is
 * gone goes, and what is new is only counted.
 * @param fresh the same pages as the server answers them now, or the first of them
 */
export function freshen(shown: Pages, fresh: Pages): { pages: Pages; newCount: number } {
  const now = new Map(fresh.flatMap(({ items }) => items).map((item) => [item.id, item]));
  const known = shown.flatMap(({ items }) => items);
  const knownIds = new Set(known.map(({ id }) => id));
  const ids = [...now.keys()];
  // Behind the last one known stands what was removed ones have let up; where none is known, all of them are new.
  const lastKnown = ids.findLastIndex((id) => knownIds.has(id));
  const newCount = ids
    .slice(0, lastKnown < 0 ? ids.length : lastKnown)
    .filter((id) => !knownIds.has(id)).length;
  // What the new ones have pushed over the end of the answer is missing there without being gone, unless that is all there is.
  const isAll = fresh.at(-1)?.nextCursor === null;
  const last = isAll ? known.length : known.findLastIndex(({ id }) => now.has(id));
  const gone = new Set(
    known
      .slice(0, last + 1)
      .filter(({ id }) => !now.has(id))
      .map(({ id }) => id),
  );
  const pages = shown.map((page) => ({
    ...page,
    items: page.items.filter(({ id }) => !gone.has(id)).map((item) => now.get(item.id) ?? item),
  }));
  return { pages, newCount };
}
