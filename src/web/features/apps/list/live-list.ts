import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { ApplicationEvent } from '#shared/apps/app-events.ts';
import { getApplication } from '#shared/apps/apps.ts';
import { ApiError, call } from '#web/api.ts';
import { listsKey } from '#web/lib/session/lists-key.ts';
import { isReorderedByEdits, toCard } from './apply-edit.ts';
import { refetchCounts, removeCard, replaceCard } from './cached-lists.ts';
import type { GalleryFilters } from './filters.ts';
import { mergePages } from './merge-pages.ts';
import { type LoadedList, listKey, loadPage } from './use-applications.ts';

/**
 * Updates the visible list after events, with requests only for visible changes.
 * @param isScrolledOn whether the user has scrolled down, so that nothing may move
 * @param announce called with the number of new applications above
 */
export async function applyEvents(
  client: QueryClient,
  filters: GalleryFilters,
  events: ApplicationEvent[],
  isScrolledOn: () => boolean,
  announce: (newCount: number) => void,
): Promise<void> {
  const queryKey = listKey(filters);
  const kinds = new Set(events.map(({ kind }) => kind));
  const last = new Map(events.flatMap((event) => (event.kind === 'refresh' ? [] : [[event.id, event.kind]])));
  const pages = client.getQueryData<LoadedList>(queryKey)?.pages ?? [];
  const edited = pages
    .flatMap(({ items }) => items.map(({ id }) => id))
    .filter((id) => last.get(id) === 'edited' || last.get(id) === 'activated');
  // An edit may add anything to a filtered list, remove it, or move it in a list by name. Many cards cost
  // more than the pages that contain them.
  const everything =
    kinds.has('refresh') ||
    (kinds.has('edited') && isReorderedByEdits(filters)) ||
    edited.length > pages.length;
  const mayGrow = everything || kinds.has('published');

  refetchCounts(client, mayGrow || kinds.has('removed') ? 'active' : 'none');
  for (const [id, kind] of last) {
    if (kind !== 'removed') continue;
    await awaitRunningFetch(client, filters);
    removeCard(client, id);
  }
  if (!everything) for (const id of edited) await refreshCard(client, filters, id);
  // Lists with other filters are refetched when they are next visible.
  const shown = hashKey(queryKey);
  await client.invalidateQueries({
    queryKey: listsKey,
    refetchType: 'none',
    predicate: ({ queryHash }) => queryHash !== shown,
  });
  if (!mayGrow) return;
  const scrolledOn = isScrolledOn();
  // New applications are at the beginning of only the newest-first list.
  const everywhere = everything || filters.sort !== undefined;
  announce(scrolledOn ? await mergeRefresh(client, filters, everywhere) : 0);
  if (!scrolledOn) await reloadFirstPage(client, filters);
}

/** A pending response may be older than the event, and would restore the old list. */
async function awaitRunningFetch(client: QueryClient, filters: GalleryFilters): Promise<void> {
  const queryKey = listKey(filters);
  if (client.getQueryState(queryKey)?.fetchStatus === 'fetching')
    await client.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false });
}

/** The current first page. */
export async function reloadFirstPage(client: QueryClient, filters: GalleryFilters): Promise<void> {
  const queryKey = listKey(filters);
  await awaitRunningFetch(client, filters);
  client.setQueryData<LoadedList>(
    queryKey,
    (list) => list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) },
  );
  await client.refetchQueries({ queryKey, exact: true });
}

/** Returns the number of new applications. */
async function mergeRefresh(client: QueryClient, filters: GalleryFilters, all: boolean): Promise<number> {
  const queryKey = listKey(filters);
  const params = client.getQueryData<LoadedList>(queryKey)?.pageParams ?? [];
  const fresh: LoadedList['pages'] = [];
  for (const _ of all ? params : params.slice(0, 1)) {
    const cursor = fresh.at(-1)?.nextCursor;
    // The list is shorter than before.
    if (cursor === null) break;
    fresh.push(await loadPage(filters, cursor));
  }
  await awaitRunningFetch(client, filters);
  let newCount = 0;
  client.setQueryData<LoadedList>(queryKey, (list) => {
    if (!list) return list;
    const merged = mergePages(list.pages, fresh);
    newCount = merged.newCount;
    return { ...list, pages: merged.pages };
  });
  return newCount;
}

async function refreshCard(client: QueryClient, filters: GalleryFilters, id: string): Promise<void> {
  const now = await call(getApplication, { params: { id } }).catch((error: unknown) =>
    error instanceof ApiError && error.code === 'app_not_found' ? null : undefined,
  );
  await awaitRunningFetch(client, filters);
  if (now) replaceCard(client, toCard(now));
  else if (now === null) removeCard(client, id);
}
