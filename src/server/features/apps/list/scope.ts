import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { namedTo } from '../../orgs/scope.ts';
import { listMemberships, type Membership } from '../memberships.ts';
import type { Cursor } from './cursor.ts';
import { inOrder, isBeyond, type Order, orders } from './order.ts';

/** Which apps a list contains. `visible`: the public ones, a user's own, and those of their organizations. */
export type Ownership =
  | { kind: 'all'; viewerId: string }
  | { kind: 'public' }
  | { kind: 'own'; viewerId: string }
  | { kind: 'visible'; viewerId: string; memberships: readonly Membership[] };

/** The largest set that a list may contain. The query itself checks permissions: invisible rows are never read. */
export interface Scope {
  ownership: Ownership;
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
  const ownership = await ownershipFor(context, viewer, filters.filter);
  const { organization, creator } = filters;
  // An empty form field is no filter.
  if (organization && !(await mayKnow(context, viewer, organization))) return null;
  return { ownership, organizationId: organization || undefined, creatorId: creator || undefined };
}

async function ownershipFor(
  context: Context,
  viewer: Viewer | null,
  filter: Filters['filter'],
): Promise<Ownership> {
  if (filter !== 'my-apps') return seenBy(context, viewer);
  if (viewer === null) throw new FluxError('unauthenticated');
  return { kind: 'own', viewerId: viewer.id };
}

/** All that this viewer may see. */
export async function seenBy({ db }: Context, viewer: Viewer | null): Promise<Ownership> {
  if (viewer === null) return { kind: 'public' };
  if (viewer.role === 'admin') return { kind: 'all', viewerId: viewer.id };
  return { kind: 'visible', viewerId: viewer.id, memberships: await listMemberships(db, viewer.id) };
}

async function mayKnow(context: Context, viewer: Viewer | null, organizationId: string): Promise<boolean> {
  const found = await context.db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .where(namedTo(viewer))
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a row of `apps` is in the scope. */
export function within(scope: Scope): Condition {
  return all([ownershipCondition(scope.ownership), ...filtersOf(scope)]);
}

function filtersOf({ organizationId, creatorId }: Scope): Condition[] {
  return [
    ...(organizationId === undefined ? [] : [sql<boolean>`organization_id = ${organizationId}`]),
    ...(creatorId === undefined ? [] : [sql<boolean>`owner_id = ${creatorId}`]),
  ];
}

function all(conditions: readonly Condition[]): Condition {
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/** Whether a row of `apps` is one of those. */
export function ownershipCondition(ownership: Ownership): Condition {
  switch (ownership.kind) {
    case 'all':
      return sql`true`;
    case 'public':
      return sql`is_public`;
    case 'own':
      return sql`owner_id = ${ownership.viewerId}`;
    case 'visible':
      return sql`(is_public or owner_id = ${ownership.viewerId} or ${ofMembers(ownership.memberships)})`;
  }
}

/** An offline app is visible to its owner only. */
const online = sql`suspended_since is null and taken_down_at is null`;

/** Whether a row of `apps` is visible by one of these memberships. */
export function ofMembers(memberships: readonly Membership[]): Condition {
  const all = memberships.map(({ organizationId }) => organizationId);
  const managed = memberships.filter(({ manages }) => manages).map(({ organizationId }) => organizationId);
  return sql`(organization_id = any(${all}::text[]) and ${online}
    and (is_approved or organization_id = any(${managed}::text[])))`;
}

/** The newest apps of a scope, like `sorted`. */
export function newest(
  scope: Scope,
  columns: RawBuilder<unknown> | null,
  limit: number,
): RawBuilder<unknown> {
  return sorted(scope, orders.newest, { columns, after: null, limit });
}

/** The requested part of an ordered list. */
interface Part {
  /** Columns besides the id and those of the order. */
  columns: RawBuilder<unknown> | null;
  after: Cursor | null;
  limit: number;
}

/**
 * A query for the apps of a scope in an order: id, the columns of the order, and `columns`. It walks indexes and
 * stops after `limit` rows. An `or` of public, own and organization apps would sort the table, so each is a separate
 * walk.
 */
export function sorted(scope: Scope, order: Order, part: Part): RawBuilder<unknown> {
  const { ownership, organizationId, creatorId } = scope;
  if (ownership.kind !== 'visible') return walk(within(scope), order, part);
  const memberships = ownership.memberships.filter(
    (membership) => organizationId === undefined || membership.organizationId === organizationId,
  );
  const { viewerId } = ownership;
  // All organizations' apps of one creator are a single walk; separate ones would read each organization's apps.
  const belonging =
    creatorId === undefined
      ? belongingTo({ viewerId, memberships })
      : [...belongingTo({ viewerId }), ofMembers(memberships)];
  const filters = filtersOf(scope);
  const conditions = [sql<boolean>`is_public`, ...belonging].map((condition) => all([condition, ...filters]));
  return merged(conditions, order, part);
}

/** The apps besides the public ones: a user's own, and those of their organizations. */
export function newestBelonging(
  person: Belonging,
  columns: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> {
  return merged(belongingTo(person), orders.newest, { columns, after: null, limit });
}

interface Belonging {
  viewerId: string;
  memberships?: readonly Membership[];
}

function belongingTo({ viewerId, memberships = [] }: Belonging): Condition[] {
  return [
    sql`owner_id = ${viewerId}`,
    ...memberships.map(
      ({ organizationId, manages }): Condition =>
        manages
          ? sql`organization_id = ${organizationId} and ${online}`
          : sql`organization_id = ${organizationId} and ${online} and is_approved`,
    ),
  ];
}

/** Merges sorted walks and removes duplicates. */
function merged(conditions: readonly Condition[], order: Order, part: Part): RawBuilder<unknown> {
  const walks = conditions.map((condition) => walk(condition, order, part));
  return sql`(select distinct on (sorted_by, id) * from (${sql.join(walks, sql` union all `)}) as walks
    order by ${inOrder(order, sql`sorted_by`)} limit ${part.limit})`;
}

function walk(condition: Condition, order: Order, { columns, after, limit }: Part): RawBuilder<unknown> {
  const all = sql.join([sql`id`, order.columns, ...(columns ? [columns] : [])]);
  return sql`(select ${all} from apps where ${condition} and ${isBeyond(order, order.column, after)}
    order by ${inOrder(order, order.column)} limit ${limit})`;
}
