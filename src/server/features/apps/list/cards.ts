import { sql } from 'kysely';
import type { ApplicationCard } from '#shared/apps.ts';
import type { Page } from '#shared/contract.ts';
import type { Context } from '../../../context.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { presentCard } from '../present.ts';
import { type AppCard, listCards } from '../store.ts';
import { decodePlace, decodeRankedPlace, encodePlace, encodeRankedPlace } from './cursor.ts';
import { type Filters, newest, type Scope, scopeFor } from './scope.ts';
import { Search } from './search.ts';

type CardsQuery = Filters & { cursor?: string | undefined; limit: number };

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
  const search = new Search(context, scope, query.q ?? '');
  const { apps, nextCursor } = search.isEmpty
    ? await listNewest(context, viewer, scope, query)
    : await listFound(context, viewer, search, query);
  return {
    items: apps.map((app) => presentCard(app, { viewer, publicUrl: context.config.publicUrl })),
    nextCursor,
  };
}

async function listNewest(
  context: Context,
  viewer: Viewer | null,
  scope: Scope,
  { cursor, limit }: CardsQuery,
): Promise<Cards> {
  const after = cursor === undefined ? null : decodePlace(cursor);
  // One more than asked for tells whether another page follows.
  const ids = sql<string>`(select id from ${newest(scope, null, after, limit + 1)} as page)`;
  const rows = await listCards(context, viewer, ids);
  const apps = rows.slice(0, limit);
  const last = apps.at(-1);
  return { apps, nextCursor: last && rows.length > limit ? encodePlace(last) : null };
}

async function listFound(
  context: Context,
  viewer: Viewer | null,
  search: Search,
  { cursor, limit }: CardsQuery,
): Promise<Cards> {
  const after = cursor === undefined ? null : decodeRankedPlace(cursor);
  const { places, next } = await search.page(after, limit);
  const ids = places.map(({ id }) => id);
  const rows = await listCards(context, viewer, sql<string>`(select unnest(${ids}::text[]))`);
  // An app that was deleted meanwhile is simply not there.
  const apps = ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  return { apps, nextCursor: next && encodeRankedPlace(next) };
}
