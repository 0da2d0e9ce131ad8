import { hashKey, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type RefObject, use, useEffect, useEffectEvent, useState } from 'react';
import type { ApplicationEvent } from '#shared/app-events.ts';
import { getApplication } from '#shared/apps.ts';
import { ApiError, call } from '../../../api.ts';
import { DrawnForContext } from '../../../lib/drawn-for.ts';
import { cardOf, recount, removeCard, replaceCard } from './cached-lists.ts';
import type { GalleryFilters } from './filters.ts';
import { freshen } from './freshen.ts';
import { listenToApplications } from './listen.ts';
import { type LoadedList, listKey, listsKey, loadPage } from './use-applications.ts';

/**
 * Keeps the list true while it is looked at. Who has its beginning in sight sees new applications come; to who has
 * scrolled on they are announced as a number, and `show` leads to them.
 */
export function useLiveList(filters: GalleryFilters, top: RefObject<HTMLElement | null>) {
  const client = useQueryClient();
  const [announced, setAnnounced] = useState({ list: '', count: 0 });
  const list = JSON.stringify(filters);
  const { at: drawnAt } = use(DrawnForContext);

  const hear = useEffectEvent(async (events: ApplicationEvent[]) => {
    const refresh = events.some(({ kind }) => kind === 'refresh');
    recount(client);
    for (const event of events) {
      if (event.kind === 'edited' || event.kind === 'activated') await refreshCard(client, filters, event.id);
      else if (event.kind === 'removed') {
        await settled(client, filters);
        removeCard(client, event.id);
      }
    }
    // Lists with other filters are asked for again when they are next looked at.
    const shown = hashKey(listKey(filters));
    await client.invalidateQueries({
      queryKey: listsKey,
      refetchType: 'none',
      predicate: ({ queryHash }) => queryHash !== shown,
    });
    if (!refresh && !events.some(({ kind }) => kind === 'published')) return;
    const scrolledOn = (top.current?.getBoundingClientRect().top ?? 0) < 0;
    const count = scrolledOn ? await refreshInPlace(client, filters, refresh) : 0;
    setAnnounced({ list, count });
    if (!scrolledOn) await beginAnew(client, filters);
  });
  // A list that cannot be brought up to date stays as it is, and the next event tries again.
  useEffect(() => listenToApplications((events) => void hear(events).catch(() => {}), drawnAt), [drawnAt]);

  const show = async () => {
    setAnnounced({ list, count: 0 });
    top.current?.scrollIntoView({ block: 'start' });
    await beginAnew(client, filters);
  };
  return { newCount: announced.list === list ? announced.count : 0, show };
}

/** An answer that is under way may be older than what was heard, and puts back the list as it was when it was asked for. */
async function settled(client: QueryClient, filters: GalleryFilters): Promise<void> {
  const queryKey = listKey(filters);
  if (client.getQueryState(queryKey)?.fetchStatus === 'fetching')
    await client.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false });
}

/** The first page as it is now. */
async function beginAnew(client: QueryClient, filters: GalleryFilters): Promise<void> {
  const queryKey = listKey(filters);
  await settled(client, filters);
  client.setQueryData<LoadedList>(
    queryKey,
    (list) => list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) },
  );
  await client.refetchQueries({ queryKey, exact: true });
}

/** Answers how many are new. */
async function refreshInPlace(client: QueryClient, filters: GalleryFilters, all: boolean): Promise<number> {
  const queryKey = listKey(filters);
  const params = client.getQueryData<LoadedList>(queryKey)?.pageParams ?? [];
  const fresh: LoadedList['pages'] = [];
  for (const _ of all ? params : params.slice(0, 1)) {
    const cursor = fresh.at(-1)?.nextCursor;
    // The list has become shorter than it was.
    if (cursor === null) break;
    fresh.push(await loadPage(filters, cursor));
  }
  await settled(client, filters);
  let newCount = 0;
  client.setQueryData<LoadedList>(queryKey, (list) => {
    if (!list) return list;
    const freshened = freshen(list.pages, fresh);
    newCount = freshened.newCount;
    return { ...list, pages: freshened.pages };
  });
  return newCount;
}

async function refreshCard(client: QueryClient, filters: GalleryFilters, id: string): Promise<void> {
  const now = await call(getApplication, { params: { id } }).catch((error: unknown) =>
    error instanceof ApiError && error.code === 'app_not_found' ? null : undefined,
  );
  await settled(client, filters);
  if (now) replaceCard(client, cardOf(now));
  else if (now === null) removeCard(client, id);
}
