import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import type { Role } from '#shared/accounts/accounts.ts';
import type { PlayerSettings, PlayerSettingsChange } from '#shared/apps/player-settings.ts';
import type { Theme } from '#shared/apps/themes.ts';
import type { Approval, BuildReport } from '#shared/versions/versions.ts';
import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { AppRights } from './can.ts';
import { orders } from './list/order.ts';
import { roleOf } from './memberships.ts';

/** The fields of an app that delivery needs, without permissions. */
export interface PlayableApp extends Omit<AppRights, 'organizationRole'>, PlayerSettings {
  id: string;
  name: string;
  description: string;
  theme: Theme;
  activeVersionId: string;
  /** Of an app that is not approved, or offline: whether it becomes public when that is over. */
  wantsPublic: boolean;
}

/** The same as one viewer sees it. */
export type SeenApp = PlayableApp & AppRights;

/** An app with the facts of its active version and the names that are shown with it. */
export interface AppCard extends SeenApp {
  ownerUsername: string;
  ownerEmail: string | null;
  ownerRole: Role;
  thumbnailId: string | null;
  /** Also one that sleeps, which `shareKey` does not tell. */
  hasShareKey: boolean;
  organizationName: string | null;
  /** Null where there is no organization. */
  organizationIsPublic: boolean | null;
  /** 'pending' where a version waits, else that of the newest; nothing to visitors. */
  approval: Approval;
  version: string;
  fileName: string;
  fileSize: number;
  /** Whether the upload of the active version is still kept. */
  hasOriginal: boolean;
  createdAt: Date;
  updatedAt: Date;
  takenDownAt: Date | null;
  takenDownReason: string | null;
  /** Microseconds since 1970, for the cursor. */
  createdMicros: number;
}

export interface AppDetails extends AppCard {
  report: BuildReport;
  /** Of the active version: codes of what stops the build. */
  heldBack: string[];
}

type AppViewer = Pick<Viewer, 'id'> | null;

export async function findAppForPlay(
  context: Context,
  viewer: AppViewer,
  id: string,
): Promise<SeenApp | null> {
  return findSeenApp(context.db, viewer, id);
}

/** The same, with the row held until the transaction ends. */
export async function lockApp(
  trx: Transaction<Tables>,
  viewer: AppViewer,
  id: string,
): Promise<SeenApp | null> {
  if (!isId(id)) return null;
  await trx.selectFrom('apps').select('id').where('id', '=', id).forUpdate().execute();
  // What the viewer is in its organization would else be as old as the beginning of a wait for the row.
  return findSeenApp(trx, viewer, id);
}

export async function findAppDetails(
  context: Context,
  viewer: AppViewer,
  id: string,
): Promise<AppDetails | null> {
  if (!isId(id)) return null;
  const row = await selectCards(context.db, viewer)
    .select(['versions.report', 'versions.held_back as heldBack'])
    .where('apps.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** @param ids a query for ids; those that are no apps any more are left out. */
export async function listCards(
  context: Context,
  viewer: AppViewer,
  ids: RawBuilder<string>,
  { column, direction } = orders.newest,
): Promise<AppCard[]> {
  return selectCards(context.db, viewer)
    .where('apps.id', 'in', ids)
    .orderBy(column, direction)
    .orderBy('apps.id', direction)
    .execute();
}

export async function countAppsOf(db: Kysely<Tables>, ownerId: string): Promise<number> {
  return count(db.selectFrom('apps').where('owner_id', '=', ownerId));
}

/** The first included. */
export async function countVersionsOf(db: Kysely<Tables>, appId: string): Promise<number> {
  return count(db.selectFrom('versions').where('app_id', '=', appId));
}

async function count<T extends keyof Tables>(rows: SelectQueryBuilder<Tables, T, object>): Promise<number> {
  const { total } = await rows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return total;
}

export interface NewApp {
  id: string;
  ownerId: string;
  organizationId: string | null;
  name: string;
  description: string;
  isPublic: boolean;
  /** Approved by default; an unapproved app cannot be public. */
  isApproved?: boolean;
  wantsPublic?: boolean;
  theme: Theme;
  /** A version that the same transaction inserts. */
  activeVersionId: string;
  shareKey: string;
  createdAt: Date;
}

export async function insertApp(trx: Transaction<Tables>, app: NewApp): Promise<void> {
  await trx
    .insertInto('apps')
    .values({
      id: app.id,
      owner_id: app.ownerId,
      organization_id: app.organizationId,
      name: app.name,
      description: app.description,
      is_public: app.isPublic,
      is_approved: app.isApproved ?? true,
      wants_public: app.wantsPublic ?? false,
      theme: app.theme,
      active_version_id: app.activeVersionId,
      share_key: app.shareKey,
      created_at: app.createdAt,
      updated_at: app.createdAt,
    })
    .execute();
}

/** The changeable fields of an app; undefined ones are unchanged. */
interface AppChange extends PlayerSettingsChange {
  name?: string | undefined;
  description?: string | undefined;
  isPublic?: boolean | undefined;
  isApproved?: boolean | undefined;
  wantsPublic?: boolean | undefined;
  organizationId?: string | undefined;
  theme?: Theme | undefined;
  shareKey?: string | null | undefined;
  /** One of the app's own versions. */
  activeVersionId?: string | undefined;
  updatedAt?: Date | undefined;
}

/** The app's row must be locked. */
export async function updateApp(trx: Transaction<Tables>, id: string, change: AppChange): Promise<void> {
  const columns = {
    name: change.name,
    description: change.description,
    is_public: change.isPublic,
    is_approved: change.isApproved,
    wants_public: change.wantsPublic,
    organization_id: change.organizationId,
    theme: change.theme,
    device_access: change.deviceAccess,
    thread_isolation: change.threadIsolation,
    single_page_routes: change.singlePageRoutes,
    share_key: change.shareKey,
    active_version_id: change.activeVersionId,
    updated_at: change.updatedAt,
  };
  if (Object.values(columns).every((value) => value === undefined)) return;
  await trx.updateTable('apps').set(columns).where('id', '=', id).execute();
}

/** All its versions wait to be approved again. The app's row must be locked. */
export async function revokeApproval(trx: Transaction<Tables>, appId: string): Promise<void> {
  await trx
    .updateTable('versions')
    .set({ approval: 'pending', decided_by: null, decided_at: null })
    .where('app_id', '=', appId)
    .where('approval', '=', 'approved')
    .execute();
}

/** The id of the version that has awaited approval longest; undefined if none does. Versions sent back do not. */
export async function findPending(trx: Transaction<Tables>, appId: string): Promise<string | undefined> {
  const found = await trx
    .selectFrom('versions')
    .select('id')
    .where('app_id', '=', appId)
    .where('approval', '=', 'pending')
    .orderBy('uploaded_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

/** With all its versions. */
export async function deleteApp(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('apps').where('id', '=', id).execute();
}

async function findSeenApp(db: Kysely<Tables>, viewer: AppViewer, id: string): Promise<SeenApp | null> {
  if (!isId(id)) return null;
  const row = await db
    .selectFrom('apps')
    .select(seenColumns(viewer))
    .where('apps.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

function seenColumns(viewer: AppViewer) {
  return [
    'apps.id',
    'apps.name',
    'apps.description',
    'apps.theme',
    'apps.device_access as deviceAccess',
    'apps.thread_isolation as threadIsolation',
    'apps.single_page_routes as singlePageRoutes',
    'apps.owner_id as ownerId',
    'apps.organization_id as organizationId',
    roleOf(viewer).as('organizationRole'),
    'apps.is_public as isPublic',
    'apps.is_approved as isApproved',
    'apps.wants_public as wantsPublic',
    sql<boolean>`(apps.suspended_since is not null)`.as('isOffline'),
    sql<boolean>`(apps.taken_down_at is not null)`.as('isTakenDown'),
    // The link sleeps until there is an approval, and while the app is offline.
    sql<
      string | null
    >`case when apps.is_approved and apps.suspended_since is null and apps.taken_down_at is null
      then apps.share_key end`.as('shareKey'),
    'apps.active_version_id as activeVersionId',
  ] as const;
}

function selectCards(db: Kysely<Tables>, viewer: AppViewer) {
  return db
    .selectFrom('apps')
    .innerJoin('versions', 'versions.id', 'apps.active_version_id')
    .innerJoin('users', 'users.id', 'apps.owner_id')
    .leftJoin('organizations', 'organizations.id', 'apps.organization_id')
    .leftJoin('thumbnails', 'thumbnails.app_id', 'apps.id')
    .select([
      ...seenColumns(viewer),
      'users.username as ownerUsername',
      'users.email as ownerEmail',
      'users.role as ownerRole',
      'organizations.name as organizationName',
      sql<boolean | null>`(organizations.is_public and organizations.suspended_since is null)`.as(
        'organizationIsPublic',
      ),
      approvalOf(viewer).as('approval'),
      'thumbnails.id as thumbnailId',
      sql<boolean>`(apps.share_key is not null)`.as('hasShareKey'),
      'versions.number as version',
      'versions.file_name as fileName',
      'versions.file_size as fileSize',
      sql<boolean>`(versions.original_sha256 is not null)`.as('hasOriginal'),
      'apps.created_at as createdAt',
      'apps.updated_at as updatedAt',
      'apps.taken_down_at as takenDownAt',
      'apps.taken_down_reason as takenDownReason',
      sql<number>`(extract(epoch from apps.created_at) * 1000000)::bigint`.as('createdMicros'),
    ]);
}

/** Omitted for visitors, whose lists are requested most. */
function approvalOf(viewer: AppViewer): RawBuilder<Approval> {
  if (viewer === null) return sql`'approved'`;
  return sql`(case
    when exists (select from versions as each where each.app_id = apps.id and each.approval = 'pending') then 'pending'
    else (select each.approval from versions as each where each.app_id = apps.id
      order by each.uploaded_at desc, each.id desc limit 1) end)`;
}
