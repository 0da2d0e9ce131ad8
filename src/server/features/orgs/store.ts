import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { OrganizationRole } from '#shared/orgs/orgs.ts';
import type { Tables } from '../../db/schema.ts';
import { isId } from '../../platform/ids.ts';
import type { MaybeViewer, Standing } from './can.ts';

type Db = Kysely<Tables>;
type Viewer = NonNullable<MaybeViewer>;

/** An organization as far as rights go, with what the viewer is in it. */
export interface KnownOrganization extends Standing {
  id: string;
  name: string;
  ownerId: string;
}

export interface OrganizationRow extends KnownOrganization {
  description: string;
  ownerUsername: string;
  ownerEmail: string | null;
  createdBy: string | null;
  createdAt: Date;
  updatedAt: Date;
  memberCount: number;
  /** The number of its applications that the viewer may see. */
  applications: number;
  /** Versions that await approval, of applications that are online. */
  awaitingApproval: number;
}

export async function findStanding(
  db: Db,
  viewer: Viewer,
  id: string,
): Promise<KnownOrganization | undefined> {
  if (!isId(id)) return undefined;
  return selectStanding(db, viewer).where('organizations.id', '=', id).executeTakeFirst();
}

/**
 * Locks the row until the transaction ends, so that changes of the organization, its members and invitations are
 * serialized. Earlier reads may be outdated, so read again afterwards. Adding an application does not wait for it.
 */
export async function lockOrganization(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx.selectFrom('organizations').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** The same, and no application can be put into it any more. */
export async function lockOrganizationToDelete(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx.selectFrom('organizations').select('id').where('id', '=', id).forUpdate().execute();
}

/** A user's organizations, locked until the transaction ends in the order of ids, so that no user joins meanwhile. */
export async function lockOwned(
  trx: Transaction<Tables>,
  userId: string,
): Promise<{ id: string; name: string; memberCount: number }[]> {
  return trx
    .selectFrom('organizations')
    .select(['id', 'name', 'member_count as memberCount'])
    .where('owner_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function findOrganization(
  db: Db,
  viewer: Viewer,
  id: string,
): Promise<OrganizationRow | undefined> {
  if (!isId(id)) return undefined;
  return selectOrganizations(db, viewer).where('organizations.id', '=', id).executeTakeFirst();
}

/** @param order what the rows are sorted by before their id */
export async function listOrganizationRows(
  db: Db,
  viewer: Viewer,
  { condition, order, limit }: { condition: RawBuilder<boolean>; order: RawBuilder<string>; limit: number },
): Promise<OrganizationRow[]> {
  return selectOrganizations(db, viewer)
    .where(condition)
    .orderBy(order)
    .orderBy('organizations.id')
    .limit(limit)
    .execute();
}

export async function countOwned(db: Db, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('organizations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The organizations that a user created or owns, except the given one. */
export async function countCreatedOrOwned(db: Db, userId: string, besides = ''): Promise<number> {
  const { count } = await db
    .selectFrom('organizations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where((row) => row.or([row('owner_id', '=', userId), row('created_by', '=', userId)]))
    .where('id', '<>', besides)
    .executeTakeFirstOrThrow();
  return count;
}

interface Details {
  name: string;
  description: string;
  isPublic: boolean;
  allowMemberUploads: boolean;
  requireApproval: boolean;
}

/** Its owner must become a member in the same transaction. */
export async function insertOrganization(
  trx: Transaction<Tables>,
  organization: Details & { id: string; ownerId: string; createdAt: Date },
): Promise<void> {
  await trx
    .insertInto('organizations')
    .values({
      id: organization.id,
      name: organization.name,
      description: organization.description,
      is_public: organization.isPublic,
      owner_id: organization.ownerId,
      created_by: organization.ownerId,
      allow_member_uploads: organization.allowMemberUploads,
      require_approval: organization.requireApproval,
      created_at: organization.createdAt,
      updated_at: organization.createdAt,
    })
    .execute();
}

/** What is undefined stays. The row must be locked. */
export async function updateOrganizationRow(
  trx: Transaction<Tables>,
  id: string,
  change: { [Field in keyof Details]?: Details[Field] | undefined },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('organizations')
    .set({
      name: change.name,
      description: change.description,
      is_public: change.isPublic,
      allow_member_uploads: change.allowMemberUploads,
      require_approval: change.requireApproval,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * The new owner must be a member with the role admin and a valid plan; suspended content is restored. The row must be
 * locked.
 */
export async function updateOwner(
  trx: Transaction<Tables>,
  id: string,
  ownerId: string,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('organizations')
    .set({ owner_id: ownerId, suspended_since: null, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** With members and invitations; no application may be in it any more. */
export async function deleteOrganizationRow(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('organizations').where('id', '=', id).execute();
}

function selectStanding(db: Db, viewer: Viewer) {
  return db
    .selectFrom('organizations')
    .leftJoin('organization_members as mine', (join) =>
      join.onRef('mine.organization_id', '=', 'organizations.id').on('mine.user_id', '=', viewer.id),
    )
    .select([
      'organizations.id',
      'organizations.name',
      'organizations.owner_id as ownerId',
      'organizations.is_public as isPublic',
      'organizations.allow_member_uploads as allowMemberUploads',
      'organizations.require_approval as requireApproval',
      sql<boolean>`(organizations.suspended_since is not null)`.as('isOffline'),
      sql<OrganizationRole | null>`
        case when organizations.owner_id = ${viewer.id} then 'owner' else mine.role end`.as('role'),
    ]);
}

function selectOrganizations(db: Db, viewer: Viewer) {
  return selectStanding(db, viewer)
    .innerJoin('users as owners', 'owners.id', 'organizations.owner_id')
    .select([
      'organizations.description',
      'owners.username as ownerUsername',
      'owners.email as ownerEmail',
      'organizations.created_by as createdBy',
      'organizations.created_at as createdAt',
      'organizations.updated_at as updatedAt',
      'organizations.member_count as memberCount',
      sql<number>`(
        select count(*)::int from apps
        where apps.organization_id = organizations.id and ${isSeenBy(viewer)})`.as('applications'),
      sql<number>`(
        select count(*)::int from apps join versions on versions.app_id = apps.id
        where apps.organization_id = organizations.id and versions.approval = 'pending'
          and apps.suspended_since is null and apps.taken_down_at is null)`.as('awaitingApproval'),
    ]);
}

/** Whether the viewer may see a row of `apps` by their role in its organization. */
function isSeenBy(viewer: Viewer): RawBuilder<boolean> {
  if (viewer.role === 'admin') return sql`true`;
  return sql`(apps.is_public or apps.owner_id = ${viewer.id}
    or ((mine.role = 'admin' or (mine.role is not null and apps.is_approved))
      and apps.suspended_since is null and apps.taken_down_at is null and organizations.suspended_since is null))`;
}
