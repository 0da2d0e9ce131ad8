import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { pageOf } from '#server/platform/db/cursor.ts';
import {
  afterNameCursor,
  byName,
  encodeNameCursor,
  hasWords,
  type NameCursor,
} from '#server/platform/db/names.ts';
import type { Creator, ListedOrganization } from '#shared/apps/app-list.ts';
import type { Page } from '#shared/contract/contract.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { namedTo } from '../../orgs/scope.ts';
import { ofMembers, ownershipCondition, seenBy } from './scope.ts';

interface NamesQuery {
  q?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** @throws FluxError `invalid_input` */
export async function listCreatorNames(
  context: Context,
  viewer: Viewer | null,
  query: NamesQuery,
): Promise<Page<Creator>> {
  const has = (condition: RawBuilder<boolean>) =>
    sql<boolean>`exists (select from apps where apps.owner_id = users.id and ${condition})`;
  const ownership = await seenBy(context, viewer);
  // Separate queries, so that each uses an index.
  const seen =
    ownership.kind === 'visible'
      ? sql`(${has(sql`is_public`)} or (users.id = ${ownership.viewerId} and ${has(sql`true`)})
          or ${has(ofMembers(ownership.memberships))})`
      : has(ownershipCondition(ownership));
  const names = await listNames(context, { table: 'users', column: 'username', condition: seen }, query);
  return { ...names, items: names.items.map(({ id, name }) => ({ id, username: name })) };
}

/** @throws FluxError `invalid_input` */
export async function listOrganizationNames(
  context: Context,
  viewer: Viewer | null,
  query: NamesQuery,
): Promise<Page<ListedOrganization>> {
  const visible = ownershipCondition(await seenBy(context, viewer));
  // Apps and organizations share column names, so the apps are selected first.
  const condition = sql<boolean>`(${namedTo(viewer)}
    and exists (select from apps where apps.organization_id = organizations.id and ${visible}))`;
  const names = await listNames(context, { table: 'organizations', column: 'name', condition }, query);
  const owners = await findOwners(
    context,
    names.items.map(({ id }) => id),
  );
  const items = names.items.flatMap(({ id, name }) => {
    const owner = owners.get(id);
    // Deleted between the two queries.
    return owner ? [{ id, _id: id, name, owner }] : [];
  });
  return { ...names, items };
}

/** By organization. */
async function findOwners({ db }: Context, ids: readonly string[]) {
  const rows = await db
    .selectFrom('organizations')
    .innerJoin('users', 'users.id', 'organizations.owner_id')
    .select(['organizations.id', 'users.id as uid', 'users.username as displayName'])
    .where(sql<boolean>`organizations.id = any(${ids}::text[])`)
    .execute();
  return new Map(rows.map(({ id, ...owner }) => [id, owner]));
}

interface Names {
  table: 'users' | 'organizations';
  column: string;
  condition: RawBuilder<unknown>;
}

/** By folded name: without case and accents. */
async function listNames(
  context: Context,
  { table, column, condition }: Names,
  { q, cursor, limit }: NamesQuery,
): Promise<Page<NameCursor>> {
  const { rows } = await sql<NameCursor>`
    select id, ${sql.ref(column)} as name from ${sql.table(table)}
    where ${condition} and ${afterNameCursor(column, 'id', cursor)} and ${hasWords(column, q)}
    order by ${byName(column)}, id limit ${limit + 1}`.execute(context.db);
  return pageOf(rows, limit, encodeNameCursor);
}
