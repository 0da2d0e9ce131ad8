import type { ApplicationCard } from '#shared/apps/apps.ts';
import type { Page } from '#shared/contract/contract.ts';

type Pages = Page<ApplicationCard>[];

/**
 * Merges fresh pages into visible ones without moving anything: changes apply in place, removed entries
 * disappear, new ones are only counted, except after the last visible one.
 * @param fresh the server's current version of the same pages, or of the first ones
 */
export function mergePages(shown: Pages, fresh: Pages): { pages: Pages; newCount: number } {
  const now = new Map(fresh.flatMap(({ items }) => items).map((item) => [item.id, item]));
  const known = shown.flatMap(({ items }) => items);
  const knownIds = new Set(known.map(({ id }) => id));
  const ids = [...now.keys()];
  const isAll = fresh.at(-1)?.nextCursor === null;
  const wasAll = shown.at(-1)?.nextCursor === null;
  // Entries after the last known one have moved up, unless there were no more. If none is known, all are new.
  const lastKnown = ids.findLastIndex((id) => knownIds.has(id));
  const end = lastKnown < 0 ? ids.length : lastKnown + 1;
  const isAppended = wasAll && isAll;
  const newCount = ids.slice(0, wasAll && !isAll ? ids.length : end).filter((id) => !knownIds.has(id)).length;
  // Entries that new ones pushed off the end of the response are missing without being removed, unless the
  // list ends there.
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
    // If both end with the same entry, more may follow.
    if (lastPage.items.at(-1)?.id === ids.at(-1)) lastPage.nextCursor = fresh.at(-1)?.nextCursor ?? null;
  }
  return { pages, newCount };
}
