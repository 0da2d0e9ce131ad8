import type { QueryClient } from '@tanstack/react-query';
import type { ApplicationCard } from '#shared/apps/apps.ts';
import { countsKey } from '#web/lib/hooks/use-app-count.ts';
import { listsKey } from '#web/lib/session/lists-key.ts';
import { type LoadedList, namesKey } from './use-applications.ts';

/** Updates an application in all lists, at its place. */
export function replaceCard(client: QueryClient, app: ApplicationCard): void {
  updateLists(client, (items) => items.map((item) => (item.id === app.id ? app : item)));
}

export function removeCard(client: QueryClient, id: string): void {
  updateLists(client, (items) => items.filter((item) => item.id !== id));
}

/** Removes it, and returns a function that puts only this card back: others may have changed since. */
export function removeCardWithUndo(client: QueryClient, id: string): () => void {
  const before = client.getQueriesData<LoadedList>({ queryKey: listsKey });
  removeCard(client, id);
  return () => {
    for (const [queryKey, list] of before)
      client.setQueryData<LoadedList>(queryKey, (now) => now && list && restoreCard(list, id, now));
  };
}

function restoreCard(before: LoadedList, id: string, now: LoadedList): LoadedList {
  if (now.pages.some(({ items }) => items.some((item) => item.id === id))) return now;
  const pages = now.pages.map((page, number) => {
    const items = before.pages[number]?.items ?? [];
    const place = items.findIndex((item) => item.id === id);
    const card = items[place];
    return card ? { ...page, items: page.items.toSpliced(place, 0, card) } : page;
  });
  return { ...now, pages };
}

/** Refetches the numbers of applications, all and own: at once, or with 'none' when they are next visible. */
export function refetchCounts(client: QueryClient, refetchType: 'active' | 'none' = 'active'): void {
  for (const queryKey of [countsKey, namesKey]) void client.invalidateQueries({ queryKey, refetchType });
}

function updateLists(client: QueryClient, change: (items: ApplicationCard[]) => ApplicationCard[]): void {
  client.setQueriesData<LoadedList>(
    { queryKey: listsKey },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, items: change(page.items) })) },
  );
}
