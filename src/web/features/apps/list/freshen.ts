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
  const newCount = [...now.keys()].filter((id) => !knownIds.has(id)).length;
  // What the new ones have pushed over the end of the answer is missing there without being gone.
  const last = known.findLastIndex(({ id }) => now.has(id));
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
