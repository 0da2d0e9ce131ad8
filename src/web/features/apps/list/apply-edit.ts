import type { QueryClient } from '@tanstack/react-query';
import type { Application, ApplicationCard } from '#shared/apps/apps.ts';
import { listsKey } from '#web/lib/session/lists-key.ts';
import { refetchCounts, replaceCard } from './cached-lists.ts';
import { type GalleryFilters, isFiltered } from './filters.ts';

/** Whether an edit may add, remove or move an application in the list. */
export function isReorderedByEdits(filters: GalleryFilters): boolean {
  return isFiltered(filters) || filters.sort === 'name' || filters.sort === 'name-desc';
}

/** Shows the edited application. A filter may now exclude or include it, and names change the order. */
export function applyEdit(client: QueryClient, app: ApplicationCard): void {
  replaceCard(client, app);
  refetchCounts(client);
  void client.invalidateQueries({
    queryKey: listsKey,
    predicate: (query) => !query.isActive() || isReorderedByEdits(query.queryKey[2] as GalleryFilters),
  });
}

/** A card has less data than the application's own page. */
export function toCard({ build: _, ...card }: Application): ApplicationCard {
  return card;
}
