import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { OrganizationRole } from '#shared/orgs/orgs.ts';
import type { Tables } from '../../db/schema.ts';
import type { Viewer } from '../accounts/viewer.ts';

/**
 * The viewer's role in the organization of a row of `apps`. It is read in the same query, so that it matches the row.
 * In an offline organization members have no role.
 */
export function roleOf(viewer: Pick<Viewer, 'id'> | null): RawBuilder<OrganizationRole | null> {
  if (viewer === null) return sql`null`;
  return sql`(
    select case when theirs.owner_id = inside.user_id then 'owner' else inside.role end
    from organization_members as inside join organizations as theirs on theirs.id = inside.organization_id
    where inside.organization_id = apps.organization_id and inside.user_id = ${viewer.id}
      and theirs.suspended_since is null)`;
}

export interface Membership {
  organizationId: string;
  /** Whether as its owner or an admin. */
  manages: boolean;
}

/** Always in the same order. */
export async function listMemberships(db: Kysely<Tables>, userId: string): Promise<Membership[]> {
  return (await listMembershipsOf(db, [userId])).get(userId) ?? [];
}

/** By user id. Users without organizations and offline organizations are omitted. */
export async function listMembershipsOf(
  db: Kysely<Tables>,
  userIds: readonly string[],
): Promise<Map<string, Membership[]>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('organization_members')
    .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
    .select([
      'user_id as userId',
      'organization_id as organizationId',
      sql<boolean>`(organizations.owner_id = user_id or role = 'admin')`.as('manages'),
    ])
    .where(sql<boolean>`user_id = any(${userIds}::text[])`)
    .where('organizations.suspended_since', 'is', null)
    .orderBy('organization_id')
    .execute();
  const found = new Map<string, Membership[]>();
  for (const { userId, ...membership } of rows) found.set(userId, [...(found.get(userId) ?? []), membership]);
  return found;
}

interface Approver {
  userId: string;
  /** Proved, in lower case. */
  address: string;
  /** The name of the organization. */
  organization: string;
}

/** The maximum number of notified approvers. */
const maxApprovers = 20;

/** The owner and first admins of an organization with verified addresses. Disabled users are skipped. */
export async function listApprovers(db: Kysely<Tables>, organizationId: string): Promise<Approver[]> {
  return db
    .selectFrom('organization_members')
    .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
    .innerJoin('users', 'users.id', 'organization_members.user_id')
    .select([
      'users.id as userId',
      sql<string>`lower(users.email)`.as('address'),
      'organizations.name as organization',
    ])
    .where('organizations.id', '=', organizationId)
    .where('organizations.suspended_since', 'is', null)
    .where(sql<boolean>`(users.id = organizations.owner_id or organization_members.role = 'admin')`)
    .where('users.email', 'is not', null)
    .where('users.email_verified', '=', true)
    .where('users.disabled_at', 'is', null)
    .orderBy((row) => row('users.id', '=', row.ref('organizations.owner_id')), 'desc')
    .orderBy('organization_members.joined_at')
    .limit(maxApprovers)
    .execute();
}
