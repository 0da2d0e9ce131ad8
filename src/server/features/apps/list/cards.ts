import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Sort } from '#shared/apps/app-list.ts';
import type { ApplicationCard } from '#shared/apps/apps.ts';
import type { Page } from '#shared/contract/contract.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { presentCard } from '../present.ts';
import { type AppCard, listCards } from '../store.ts';
import {
  decodeListCursor,
  decodeRankedCursor,
  encodeListCursor,
  encodeRankedCursor,
  type RankedCursor,
} from './cursor.ts';
import { orders } from './order.ts';
import { type Filters, type Scope, scopeFor, sorted } from './scope.ts';
import { Search } from './search.ts';

type CardsQuery = Filters & { sort?: Sort | undefined; cursor?: string | undefined; limit: number };

interface Cards {
  apps: AppCard[];
  nextCursor: string | null;
}

/** @throws FluxError `unauthenticated` when a visitor asks for their own apps; `invalid_input` */
export async function listApplicationCards(
  context: Context,
  viewer: Viewer | null,
  query: CardsQuery,
): Promise<Page<ApplicationCard>> {
  const scope = await scopeFor(context, viewer, query);
  if (scope === null) return { items: [], nextCursor: null };
  const search = new Search(context, scope, query.q ?? '', query.sort);
  const { apps, nextCursor } = search.isEmpty
    ? await listSorted(context, viewer, scope, query)
    : await listFound(context, viewer, search, query);
  return {
    items: apps.map((app) => presentCard(app, { viewer, publicUrl: context.config.publicUrl })),
    nextCursor,
  };
}

async function listSorted(
  context: Context,
  viewer: Viewer | null,
  scope: Scope,
  { sort = 'newest', cursor, limit }: CardsQuery,
): Promise<Cards> {
  const order = orders[sort];
  const after = cursor === undefined ? null : decodeListCursor(sort, cursor);
  // One more row than requested shows whether there is a next page.
  const part = { columns: null, after, limit: limit + 1 };
  const ids = sql<string>`(select id from ${sorted(scope, order, part)} as page)`;
  const rows = await listCards(context, viewer, ids, order);
  const apps = rows.slice(0, limit);
  const last = apps.at(-1);
  const nextCursor =
    last && rows.length > limit ? encodeListCursor(sort, { at: order.atOf(last), id: last.id }) : null;
  return { apps, nextCursor };
}

async function listFound(
  context: Context,
  viewer: Viewer | null,
  search: Search,
  { sort, cursor, limit }: CardsQuery,
): Promise<Cards> {
  const { places, next } = await search.page(cursor === undefined ? null : placeIn(sort, cursor), limit);
  const ids = places.map(({ id }) => id);
  const rows = await listCards(context, viewer, sql<string>`(select unnest(${ids}::text[]))`);
  // Apps deleted in the meantime are omitted.
  const apps = ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  const nextCursor = next && (sort === undefined ? encodeRankedCursor(next) : encodeListCursor(sort, next));
  return { apps, nextCursor };
}

function placeIn(sort: Sort | undefined, cursor: string): RankedCursor {
  return sort === undefined ? decodeRankedCursor(cursor) : { ...decodeListCursor(sort, cursor), tier: 0 };
}
