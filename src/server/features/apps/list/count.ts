import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { type Filters, newest, type Scope, scopeFor } from './scope.ts';
import { Search } from './search.ts';

/** An exact count beyond this helps no user. */
const maxCounted = 10_000;

/** Exact up to the limit; beyond it a minimum. */
export interface Count {
  count: number;
  exact: boolean;
}

/** @throws FluxError `unauthenticated` when a visitor asks for their own apps */
export async function countApplicationCards(
  context: Context,
  viewer: Viewer | null,
  filters: Filters,
): Promise<Count> {
  const scope = await scopeFor(context, viewer, filters);
  if (scope === null) return { count: 0, exact: true };
  const search = new Search(context, scope, filters.q ?? '');
  return search.isEmpty ? countNewest(context, scope) : search.count();
}

async function countNewest(context: Context, scope: Scope): Promise<Count> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${newest(scope, null, maxCounted + 1)} as counted
  `.execute(context.db);
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, maxCounted), exact: count <= maxCounted };
}
