import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AdminApplication, ApplicationState } from '#shared/admin.ts';
import type { Page } from '#shared/contract.ts';
import { thumbnailPath } from '#shared/thumbnails.ts';
import type { Context } from '../../context.ts';
import type { Tables } from '../../schema.ts';
import { listNewest } from './lists/list.ts';
import { namedByOwner } from './lists/owner.ts';

interface Query {
  search?: string | undefined;
  state?: ApplicationState | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Written so that the index of those that are like that is found. */
const conditions: Record<ApplicationState, RawBuilder<boolean>> = {
  public: sql`is_public`,
  private: sql`not is_public`,
  offline: sql`offline_since is not null`,
  'taken-offline': sql`taken_down_at is not null`,
  reported: sql`id = any(array(select app_id from reported_apps))`,
};

/** @throws FluxError `invalid_input` for a cursor */
export async function listApplications(
  { db }: Context,
  { state, ...query }: Query,
): Promise<Page<AdminApplication>> {
  const within = state === undefined ? sql<boolean>`true` : conditions[state];
  const named = await namedByOwner(db, query.search);
  return listNewest(db, { table: 'apps', within }, query, named, (ids) => loadApplications(db, ids));
}

async function loadApplications(db: Kysely<Tables>, ids: readonly string[]): Promise<AdminApplication[]> {
  const rows = await db
    .selectFrom('apps')
    .innerJoin('versions', 'versions.id', 'apps.active_version_id')
    .innerJoin('users', 'users.id', 'apps.owner_id')
    .leftJoin('organizations', 'organizations.id', 'apps.organization_id')
    .leftJoin('thumbnails', 'thumbnails.app_id', 'apps.id')
    .select([
      'apps.id',
      'apps.name',
      'apps.description',
      'apps.is_public as isPublic',
      'apps.created_at as createdAt',
      'apps.offline_since as offlineSince',
      'apps.taken_down_at as takenDownAt',
      'apps.taken_down_reason as takenDownReason',
      'versions.number as version',
      'users.id as ownerId',
      'users.username',
      'users.email',
      'organizations.id as organizationId',
      'organizations.name as organizationName',
      'thumbnails.id as thumbnailId',
      sql<number>`coalesce((select malware + copyright + offensive + broken + other
        from reported_apps where app_id = apps.id), 0)`.as('openReports'),
    ])
    .where('apps.id', 'in', ids)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    owner: { uid: row.ownerId, displayName: row.username, email: row.email },
    organization:
      row.organizationId === null ? null : { id: row.organizationId, name: row.organizationName ?? '' },
    version: row.version,
    isPublic: row.isPublic,
    createdAt: row.createdAt.toISOString(),
    thumbnailUrl: row.thumbnailId === null ? null : thumbnailPath(row.thumbnailId, 'small'),
    offline: row.offlineSince !== null,
    takenDown:
      row.takenDownAt === null
        ? null
        : { at: row.takenDownAt.toISOString(), reason: row.takenDownReason ?? '' },
    openReports: row.openReports,
  }));
}
