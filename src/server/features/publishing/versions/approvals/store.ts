import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

/** Suspended applications and organizations are left out: nobody but an administrator can decide there. */
export async function listPendingFor(db: Kysely<Tables>, userId: string, limit: number) {
  return db
    .selectFrom('organization_members')
    .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
    .innerJoin('apps', 'apps.organization_id', 'organizations.id')
    .innerJoin('versions', 'versions.app_id', 'apps.id')
    .leftJoin('users', 'users.id', 'versions.uploaded_by')
    .select([
      'versions.id',
      'versions.number',
      'versions.uploaded_at as uploadedAt',
      'users.username as uploadedByUsername',
      'apps.id as appId',
      'apps.name as appName',
      'organizations.id as organizationId',
      'organizations.name as organizationName',
      sql<number>`(count(*) over ())::int`.as('count'),
    ])
    .where('organization_members.user_id', '=', userId)
    .where(sql<boolean>`(organizations.owner_id = ${userId} or organization_members.role = 'admin')`)
    .where('organizations.suspended_since', 'is', null)
    .where('apps.suspended_since', 'is', null)
    .where('apps.taken_down_at', 'is', null)
    .where('versions.approval', '=', 'pending')
    .orderBy('versions.uploaded_at')
    .orderBy('versions.id')
    .limit(limit)
    .execute();
}
