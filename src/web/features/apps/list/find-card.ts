import type { QueryClient } from '@tanstack/react-query';
import type { ApplicationCard } from '#shared/apps/apps.ts';
import { listsKey } from '#web/lib/session/lists-key.ts';
import type { LoadedList } from './use-applications.ts';

/** The data of an application in any loaded list, if there is one. */
export function findCard(client: QueryClient, id: string): ApplicationCard | undefined {
  const lists = client.getQueriesData<LoadedList>({ queryKey: listsKey });
  return lists
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap(({ items }) => items)
    .find((item) => item.id === id);
}
