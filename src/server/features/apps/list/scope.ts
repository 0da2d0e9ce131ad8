import { type RawBuilder, sql } from 'kysely';
import { FluxError } from '#shared/errors.ts';
import type { Context } from '../../../context.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import type { Place } from './cursor.ts';

/** Whose apps a list holds. `visible`: the public ones and a person's own. */
type Whose =
  | { kind: 'all' }
  | { kind: 'public' }
  | { kind: 'own'; viewerId: string }
  | { kind: 'visible'; viewerId: string };

/** What a list holds at most. The query itself holds the permission: what may not be seen is never read. */
export interface Scope {
  whose: Whose;
  organizationId: string | undefined;
  creatorId: string | undefined;
}

export interface Filters {
  filter?: 'my-apps' | undefined;
  q?: string | undefined;
  organization?: string | undefined;
  creator?: string | undefined;
}

type Condition = RawBuilder<boolean>;

/**
 * Null where there can be nothing: an organization that this viewer may not know has no apps for them.
 * @throws FluxError `unauthenticated` when a visitor asks for their own apps
 */
export async function scopeFor(
  context: Context,
  viewer: Viewer | null,
  filters: Filters,
): Promise<Scope | null> {
  const whose = whoseFor(viewer, filters.filter);
  const { organization, creator } = filters;
  // A field of a form that was left empty filters nothing.
  if (organization && !(await mayKnow(context, viewer, organization))) return null;
  return { whose, organizationId: organization || undefined, creatorId: creator || undefined };
}

function whoseFor(viewer: Viewer | null, filter: Filters['filter']): Whose {
  if (filter === 'my-apps') {
    if (viewer === null) throw new FluxError('unauthenticated');
    return { kind: 'own', viewerId: viewer.id };
  }
  if (viewer === null) return { kind: 'public' };
  return viewer.role === 'admin' ? { kind: 'all' } : { kind: 'visible', viewerId: viewer.id };
}

async function mayKnow(context: Context, viewer: Viewer | null, organizationId: string): Promise<boolean> {
  const found = await context.db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .where(knownOrganization(viewer))
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a row of `organizations` is for this viewer to know: strangers learn nothing of a private one. */
export function knownOrganization(viewer: Viewer | null): Condition {
  if (viewer?.role === 'admin') return sql`true`;
  if (viewer === null) return sql`organizations.is_public`;
  return sql`(organizations.is_public or organizations.owner_id = ${viewer.id})`;
}

/** Whether a row of `apps` is in the scope. */
export function within({ whose, organizationId, creatorId }: Scope): Condition {
  const conditions = [
    whoseCondition(whose),
    ...(organizationId === undefined ? [] : [sql`organization_id = ${organizationId}`]),
    ...(creatorId === undefined ? [] : [sql`owner_id = ${creatorId}`]),
  ];
  return sql`(${sql.join(conditions, sql` and `)})`;
}

function whoseCondition(whose: Whose): Condition {
  switch (whose.kind) {
    case 'all':
      return sql`true`;
    case 'public':
      return sql`is_public`;
    case 'own':
      return sql`owner_id = ${whose.viewerId}`;
    case 'visible':
      return sql`(is_public or owner_id = ${whose.viewerId})`;
  }
}

/** Whether a row of `apps` comes after a place, from the newest to the oldest. */
export function olderThan(place: Place | null): Condition {
  if (place === null) return sql`true`;
  return sql`(created_at, id) < (timestamptz 'epoch' + ${place.createdMicros}::float8 * interval '1 microsecond', ${place.id})`;
}

export const createdMicros = sql<number>`(extract(epoch from created_at) * 1000000)::bigint`;

/**
 * A query for the newest apps of a scope, in that order: id, created_at and `columns`. It walks an index and stops after
 * `limit` rows; an `or` of public and own would read and sort the table, so these are two walks, merged.
 */
export function newest(
  scope: Scope,
  columns: RawBuilder<unknown> | null,
  after: Place | null,
  limit: number,
): RawBuilder<unknown> {
  const { whose, organizationId, creatorId } = scope;
  const all = sql.join([sql`id, created_at`, ...(columns ? [columns] : [])]);
  const walk = (condition: Condition) =>
    sql`(select ${all} from apps where ${condition} and ${olderThan(after)} order by created_at desc, id desc limit ${limit})`;
  if (whose.kind !== 'visible' || organizationId !== undefined || creatorId !== undefined)
    return walk(within(scope));
  const own = sql<boolean>`owner_id = ${whose.viewerId} and not is_public`;
  return sql`(select * from (${walk(sql`is_public`)} union all ${walk(own)}) as both_walks order by created_at desc, id desc limit ${limit})`;
}
