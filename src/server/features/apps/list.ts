import type { ApplicationCard } from '#shared/apps.ts';
import type { Page } from '#shared/contract.ts';
import { FluxError } from '#shared/errors.ts';
import type { Context } from '../../context.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { presentCard } from './present.ts';
import { type ListScope, listApps } from './store.ts';

interface ListQuery {
  filter?: 'my-apps' | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** @throws FluxError `unauthenticated` when a visitor asks for their own apps */
export async function listApplicationCards(
  context: Context,
  viewer: Viewer | null,
  query: ListQuery,
): Promise<Page<ApplicationCard>> {
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor);
  // One more than asked for tells whether another page follows.
  const rows = await listApps(context, scopeFor(viewer, query.filter), after, query.limit + 1);
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    items: shown.map((app) => presentCard(app, { viewer, publicUrl: context.config.publicUrl })),
    nextCursor: last && rows.length > shown.length ? encodeCursor(last) : null,
  };
}

/** The query itself holds the permission: what may not be seen is never read. */
function scopeFor(viewer: Viewer | null, filter: ListQuery['filter']): ListScope {
  if (filter === 'my-apps') {
    if (viewer === null) throw new FluxError('unauthenticated');
    return { kind: 'own', ownerId: viewer.id };
  }
  if (viewer === null) return { kind: 'public' };
  return viewer.role === 'admin' ? { kind: 'all' } : { kind: 'visible', ownerId: viewer.id };
}
