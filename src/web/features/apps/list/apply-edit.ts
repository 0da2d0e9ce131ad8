import type { QueryClient } from '@tanstack/react-query';
import type { Application, ApplicationCard } from '#shared/apps/apps.ts';
import { listsKey } from '#web/lib/session/lists-key.ts';
import { refetchCounts, replaceCard } from './cached-lists.ts';
import { type GalleryFilters, isFiltered } from './filters.ts';

/** Whether an edit may bring an application in, out, or to another place. */
export function isReorderedByEdits(filters: GalleryFilters): boolean {
  return isFiltered(filters) || filters.sort === 'name' || filters.sort === 'name-desc';
}

/** Shows an application as it was edited; what narrows a list may leave it out now, or let it in, and names sort it. */
export function applyEdit(client: QueryClient, app: ApplicationCard): void {
  replaceCard(client, app);
  refetchCounts(client);
  void client.invalidateQueries({
    queryKey: listsKey,
    predicate: (query) => !query.isActive() || isReorderedByEdits(query.queryKey[2] as GalleryFilters),
  });
}

/** A card holds less than the application's own page. */
export function toCard({ build: _, ...card }: Application): ApplicationCard {
  return card;
}
