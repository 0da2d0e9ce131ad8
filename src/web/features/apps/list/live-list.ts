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
 * Brings the list that is shown up to date with what was heard, and asks for nothing that does not show there.
 * @param isScrolledOn whether its reader has left its beginning, and is to see nothing move
 * @param announce told how many are new above what such a reader sees
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
  // An edit may bring anything into a narrowed list, or out of it, and elsewhere in one by name. And many cards cost more
  // than the pages that hold them.
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
  // Lists with other filters are asked for again when they are next looked at.
  const shown = hashKey(queryKey);
  await client.invalidateQueries({
    queryKey: listsKey,
    refetchType: 'none',
    predicate: ({ queryHash }) => queryHash !== shown,
  });
  if (!mayGrow) return;
  const scrolledOn = isScrolledOn();
  // What is new is at the beginning of the newest alone.
  const everywhere = everything || filters.sort !== undefined;
  announce(scrolledOn ? await mergeRefresh(client, filters, everywhere) : 0);
  if (!scrolledOn) await reloadFirstPage(client, filters);
}

/** An answer that is under way may be older than what was heard, and puts back the list as it was when it was asked for. */
async function awaitRunningFetch(client: QueryClient, filters: GalleryFilters): Promise<void> {
  const queryKey = listKey(filters);
  if (client.getQueryState(queryKey)?.fetchStatus === 'fetching')
    await client.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false });
}

/** The first page as it is now. */
export async function reloadFirstPage(client: QueryClient, filters: GalleryFilters): Promise<void> {
  const queryKey = listKey(filters);
  await awaitRunningFetch(client, filters);
  client.setQueryData<LoadedList>(
    queryKey,
    (list) => list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) },
  );
  await client.refetchQueries({ queryKey, exact: true });
}

/** Answers how many are new. */
async function mergeRefresh(client: QueryClient, filters: GalleryFilters, all: boolean): Promise<number> {
  const queryKey = listKey(filters);
  const params = client.getQueryData<LoadedList>(queryKey)?.pageParams ?? [];
  const fresh: LoadedList['pages'] = [];
  for (const _ of all ? params : params.slice(0, 1)) {
    const cursor = fresh.at(-1)?.nextCursor;
    // The list has become shorter than it was.
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
