import { type Kysely, sql } from 'kysely';
import type { AdminOrganization } from '#shared/admin/admin.ts';
import type { Page } from '#shared/contract/contract.ts';
import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import { listNewest } from './lists/list.ts';
import { namedByOwner } from './lists/owner.ts';

interface Query {
  search?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** @throws FluxError `invalid_input` for a cursor */
export async function listOrganizations({ db }: Context, query: Query): Promise<Page<AdminOrganization>> {
  const rows = { table: 'organizations', within: sql<boolean>`true` } as const;
  const named = await namedByOwner(db, query.search);
  return listNewest(db, rows, query, named, (ids) => loadOrganizations(db, ids));
}

async function loadOrganizations(db: Kysely<Tables>, ids: readonly string[]): Promise<AdminOrganization[]> {
  const rows = await db
    .selectFrom('organizations')
    .innerJoin('users', 'users.id', 'organizations.owner_id')
    .select([
      'organizations.id',
      'organizations.name',
      'organizations.description',
      'organizations.is_public as isPublic',
      'organizations.member_count as memberCount',
      'organizations.created_at as createdAt',
      'organizations.suspended_since as suspendedSince',
      'users.id as ownerId',
      'users.username',
      'users.email',
      sql<boolean>`exists (select from apps where apps.organization_id = organizations.id)`.as(
        'hasApplications',
      ),
    ])
    .where('organizations.id', 'in', ids)
    .execute();
  return rows.map(({ ownerId, username, email, createdAt, suspendedSince, ...row }) => ({
    ...row,
    _id: row.id,
    owner: { uid: ownerId, displayName: username, email },
    createdAt: createdAt.toISOString(),
    offline: suspendedSince !== null,
  }));
}
