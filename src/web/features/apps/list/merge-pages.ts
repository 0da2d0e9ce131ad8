import type { ApplicationCard } from '#shared/apps/apps.ts';
import type { Page } from '#shared/contract/contract.ts';

type Pages = Page<ApplicationCard>[];

/**
 * Brings pages that somebody is reading up to date without moving anything: what changed changes in its place, what is
 * gone goes, and what is new is only counted, but for what stands behind all that is shown.
 * @param fresh the same pages as the server answers them now, or the first of them
 */
export function mergePages(shown: Pages, fresh: Pages): { pages: Pages; newCount: number } {
  const now = new Map(fresh.flatMap(({ items }) => items).map((item) => [item.id, item]));
  const known = shown.flatMap(({ items }) => items);
  const knownIds = new Set(known.map(({ id }) => id));
  const ids = [...now.keys()];
  const isAll = fresh.at(-1)?.nextCursor === null;
  const wasAll = shown.at(-1)?.nextCursor === null;
  // Behind the last one known stands what was removed ones have let up, unless there was no more; where none is known,
  // all of them are new.
  const lastKnown = ids.findLastIndex((id) => knownIds.has(id));
  const end = lastKnown < 0 ? ids.length : lastKnown + 1;
  const isAppended = wasAll && isAll;
  const newCount = ids.slice(0, wasAll && !isAll ? ids.length : end).filter((id) => !knownIds.has(id)).length;
  // What the new ones have pushed over the end of the answer is missing there without being gone, unless that is all there is.
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
  const lastPage = pages.at(-1);
  if (lastPage) {
    if (isAppended) lastPage.items.push(...ids.slice(end).flatMap((id) => now.get(id) ?? []));
    // Where both end with the same, more may have come behind it.
    if (lastPage.items.at(-1)?.id === ids.at(-1)) lastPage.nextCursor = fresh.at(-1)?.nextCursor ?? null;
  }
  return { pages, newCount };
}
