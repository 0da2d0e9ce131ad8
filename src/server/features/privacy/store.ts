import { type Kysely, sql } from 'kysely';
import type { OwnedContent } from '#shared/accounts/personal-data.ts';
import type { Tables } from '../../db/schema.ts';

/** Reads only: each feature writes its own tables. */

type Db = Kysely<Tables>;
type Counts = Omit<OwnedContent, 'freshSignIn' | 'lastAdmin' | 'toHandOver'>;

export async function countOwnedRows(db: Db, userId: string, now: Date): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select
      (select count(*) from apps where owner_id = ${userId}) as applications,
      count(versions.id) as versions,
      coalesce(sum(versions.file_size), 0)::bigint as bytes,
      (select count(*) from uploads
        where user_id = ${userId} and app_id is null and expires_at > ${now}) as "unfinishedUploads",
      (select count(*) from organizations where owner_id = ${userId}) as organizations,
      (select count(*) from organization_members
        inner join organizations on organizations.id = organization_id
        where user_id = ${userId} and owner_id <> ${userId}) as memberships
    from versions inner join apps on apps.id = versions.app_id
    where apps.owner_id = ${userId}`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('A count without a row.');
  return counts;
}

export interface OwnedApp {
  id: string;
  name: string;
  description: string;
  isPublic: boolean;
  theme: string;
  organizationId: string | null;
  activeVersionId: string;
  /** Since when and why an administrator has taken it offline. */
  takenDownAt: Date | null;
  takenDownReason: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** An app's large picture; null without one. */
interface OwnedPicture {
  thumbnailSha256: Buffer | null;
  thumbnailSize: number | null;
  thumbnailSince: Date | null;
}

/** In the order of their ids, at most `limit`, all after `after`. */
export async function listOwnedApps(
  db: Db,
  ownerId: string,
  after: string,
  limit: number,
): Promise<(OwnedApp & OwnedPicture)[]> {
  return db
    .selectFrom('apps')
    .leftJoin('thumbnails', 'thumbnails.app_id', 'apps.id')
    .leftJoin('blobs', 'blobs.sha256', 'thumbnails.large_sha256')
    .select([
      'apps.id',
      'apps.name',
      'apps.description',
      'apps.is_public as isPublic',
      'apps.theme',
      'apps.organization_id as organizationId',
      'apps.active_version_id as activeVersionId',
      'apps.taken_down_at as takenDownAt',
      'apps.taken_down_reason as takenDownReason',
      'apps.created_at as createdAt',
      'apps.updated_at as updatedAt',
      'thumbnails.large_sha256 as thumbnailSha256',
      'blobs.size as thumbnailSize',
      'thumbnails.created_at as thumbnailSince',
    ])
    .where('apps.owner_id', '=', ownerId)
    .where('apps.id', '>', after)
    .orderBy('apps.id')
    .limit(limit)
    .execute();
}

export interface OwnedVersion {
  id: string;
  appId: string;
  number: string;
  changelog: string;
  fileName: string;
  fileSize: number;
  /** Null once the upload was dropped. */
  originalSha256: Buffer | null;
  uploadedBy: string | null;
  uploadedAt: Date;
}

/** Oldest first. */
export async function listVersionsOf(db: Db, appIds: readonly string[]): Promise<OwnedVersion[]> {
  if (appIds.length === 0) return [];
  return selectVersions(db).where('versions.app_id', 'in', appIds).execute();
}

/** A user's uploads for others' apps, oldest first. */
export async function listContributions(db: Db, userId: string): Promise<OwnedVersion[]> {
  return selectVersions(db)
    .innerJoin('apps', 'apps.id', 'versions.app_id')
    .where('versions.uploaded_by', '=', userId)
    .where('apps.owner_id', '<>', userId)
    .execute();
}

export async function listOwnedOrganizations(db: Db, userId: string) {
  return db
    .selectFrom('organizations')
    .select([
      'id',
      'name',
      'description',
      'is_public as isPublic',
      'allow_member_uploads as allowMemberUploads',
      'require_approval as requireApproval',
      'member_count as memberCount',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where('owner_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** A user's memberships, including owned organizations, by joining time. */
export async function listMemberships(db: Db, userId: string) {
  return db
    .selectFrom('organization_members')
    .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
    .select([
      'organizations.id as organizationId',
      'organizations.name as organizationName',
      sql<string>`case when organizations.owner_id = ${userId} then 'owner' else role end`.as('role'),
      'organization_members.joined_at as joinedAt',
    ])
    .where('organization_members.user_id', '=', userId)
    .orderBy('organization_members.joined_at')
    .orderBy('organizations.id')
    .execute();
}

/** Invitations to the user's verified address, and those they sent: `invitedByYou`. */
export async function listInvitations(db: Db, userId: string) {
  return (
    db
      .selectFrom('organization_invitations as invitation')
      .innerJoin('organizations', 'organizations.id', 'invitation.organization_id')
      .select([
        'organizations.name as organizationName',
        'invitation.email',
        'invitation.role',
        sql<boolean>`(invitation.invited_by is not distinct from ${userId})`.as('invitedByYou'),
        'invitation.created_at as createdAt',
        'invitation.expires_at as expiresAt',
      ])
      // An `or` of the two would read every invitation there is.
      .where(
        'invitation.id',
        'in',
        sql<string>`(
        select id from organization_invitations where invited_by = ${userId}
        union select invited.id from organization_invitations as invited
          inner join users on invited.email = lower(users.email) and users.email_verified
          where users.id = ${userId})`,
      )
      .orderBy('invitation.created_at')
      .orderBy('invitation.id')
      .execute()
  );
}

export async function findSubscription(db: Db, userId: string) {
  const row = await db
    .selectFrom('subscriptions')
    .select([
      'id',
      'status',
      'tier',
      'price_id as priceId',
      'is_trial_active as isTrialActive',
      'trial_ends_at as trialEnd',
      'cancel_at_period_end as cancelAtPeriodEnd',
      'current_period_ends_at as currentPeriodEnd',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** A user's subscription notifications, oldest first. */
export async function listSubscriptionSteps(db: Db, userId: string) {
  return db
    .selectFrom('lifecycle_notifications')
    .select(['step', 'sent_at as toldAt'])
    .where('user_id', '=', userId)
    .orderBy('sent_at')
    .orderBy('step')
    .orderBy('period')
    .execute();
}

/** A user's reports, oldest first. */
export async function listReportsOf(db: Db, userId: string) {
  return db
    .selectFrom('reports')
    .select(['app_id as applicationId', 'reason', 'details', 'state', 'created_at as createdAt'])
    .where('reporter_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** A user's support requests while signed in, oldest first. */
export async function listSupportRequestsOf(db: Db, userId: string) {
  return db
    .selectFrom('support_requests')
    .select([
      'name',
      'email',
      'category',
      'priority',
      'subject',
      'message',
      'created_at as createdAt',
      'resolved_at as resolvedAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

function selectVersions(db: Db) {
  return db
    .selectFrom('versions')
    .select([
      'versions.id',
      'versions.app_id as appId',
      'versions.number',
      'versions.changelog',
      'versions.file_name as fileName',
      'versions.file_size as fileSize',
      'versions.original_sha256 as originalSha256',
      'versions.uploaded_by as uploadedBy',
      'versions.uploaded_at as uploadedAt',
    ])
    .orderBy('versions.uploaded_at')
    .orderBy('versions.id');
}
