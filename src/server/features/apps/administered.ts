import { type Kysely, sql } from 'kysely';
import { thumbnailPath } from '#shared/apps/thumbnails.ts';
import type { Reported } from '#shared/contact/reports.ts';
import type { Tables } from '../../db/schema.ts';
import { presentNamed } from '../orgs/present.ts';

interface AdministeredApp {
  application: Reported['application'];
  offline: boolean;
}

/** Applications as administrators see them, by id; deleted ones are omitted. */
export async function loadAdministered(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<Map<string, AdministeredApp>> {
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
      'apps.suspended_since as offlineSince',
      'apps.taken_down_at as takenDownAt',
      'apps.taken_down_reason as takenDownReason',
      'versions.number as version',
      'users.id as ownerId',
      'users.username as ownerName',
      'users.email as ownerEmail',
      'organizations.id as organizationId',
      'organizations.name as organizationName',
      'thumbnails.id as thumbnailId',
    ])
    .where('apps.id', '=', sql<string>`any(${ids})`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        offline: row.offlineSince !== null,
        application: {
          id: row.id,
          name: row.name,
          description: row.description,
          owner: { uid: row.ownerId, displayName: row.ownerName, email: row.ownerEmail },
          organization: presentNamed(row.organizationId, row.organizationName),
          version: row.version,
          isPublic: row.isPublic,
          createdAt: row.createdAt.toISOString(),
          thumbnailUrl: row.thumbnailId === null ? null : thumbnailPath(row.thumbnailId, 'small'),
          takenDown:
            row.takenDownAt === null
              ? null
              : { at: row.takenDownAt.toISOString(), reason: row.takenDownReason ?? '' },
        },
      },
    ]),
  );
}
