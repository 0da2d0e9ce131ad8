import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import type { Theme } from '#shared/themes.ts';
import type { BuildReport } from '#shared/versions.ts';
import type { Context } from '../../context.ts';
import { isId } from '../../platform/ids.ts';
import type { Tables } from '../../schema.ts';
import type { AppRights } from './can.ts';

/** What must be known of an app to let somebody in and to serve it. */
export interface PlayableApp extends AppRights {
  id: string;
  name: string;
  description: string;
  theme: Theme;
  activeVersionId: string;
}

/** An app with the facts of its active version and the names that are shown with it. */
export interface AppCard extends PlayableApp {
  ownerUsername: string;
  thumbnailId: string | null;
  organizationName: string | null;
  /** Null where there is no organization. */
  organizationIsPublic: boolean | null;
  organizationOwnerId: string | null;
  version: string;
  fileName: string;
  fileSize: number;
  createdAt: Date;
  updatedAt: Date;
  /** Microseconds since 1970, for the cursor. */
  createdMicros: number;
}

export interface AppDetails extends AppCard {
  report: BuildReport;
}

export async function findAppForPlay(context: Context, id: string): Promise<PlayableApp | null> {
  if (!isId(id)) return null;
  return (await selectPlayable(context.db, id).executeTakeFirst()) ?? null;
}

/** The same, with the row held until the transaction ends. */
export async function lockApp(trx: Transaction<Tables>, id: string): Promise<PlayableApp | null> {
  if (!isId(id)) return null;
  return (await selectPlayable(trx, id).forUpdate().executeTakeFirst()) ?? null;
}

export async function findAppDetails(context: Context, id: string): Promise<AppDetails | null> {
  if (!isId(id)) return null;
  const row = await selectCards(context.db)
    .select('versions.report')
    .where('apps.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** @param ids a query for ids; those that are no apps any more are left out. Newest first. */
export async function listCards(context: Context, ids: RawBuilder<string>): Promise<AppCard[]> {
  return selectCards(context.db)
    .where('apps.id', 'in', ids)
    .orderBy('apps.created_at', 'desc')
    .orderBy('apps.id', 'desc')
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
      theme: app.theme,
      active_version_id: app.activeVersionId,
      share_key: app.shareKey,
      created_at: app.createdAt,
      updated_at: app.createdAt,
    })
    .execute();
}

/** What may change of an app; what is undefined stays. */
interface AppChange {
  name?: string | undefined;
  description?: string | undefined;
  isPublic?: boolean | undefined;
  organizationId?: string | null | undefined;
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
    organization_id: change.organizationId,
    theme: change.theme,
    share_key: change.shareKey,
    active_version_id: change.activeVersionId,
    updated_at: change.updatedAt,
  };
  if (Object.values(columns).every((value) => value === undefined)) return;
  await trx.updateTable('apps').set(columns).where('id', '=', id).execute();
}

/** With all its versions. */
export async function deleteApp(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('apps').where('id', '=', id).execute();
}

function selectPlayable(db: Kysely<Tables>, id: string) {
  return db
    .selectFrom('apps')
    .select([
      'id',
      'name',
      'description',
      'theme',
      'owner_id as ownerId',
      'organization_id as organizationId',
      'is_public as isPublic',
      'share_key as shareKey',
      'active_version_id as activeVersionId',
    ])
    .where('id', '=', id);
}

function selectCards(db: Kysely<Tables>) {
  return db
    .selectFrom('apps')
    .innerJoin('versions', 'versions.id', 'apps.active_version_id')
    .innerJoin('users', 'users.id', 'apps.owner_id')
    .leftJoin('organizations', 'organizations.id', 'apps.organization_id')
    .leftJoin('thumbnails', 'thumbnails.app_id', 'apps.id')
    .select([
      'apps.id',
      'apps.name',
      'apps.owner_id as ownerId',
      'users.username as ownerUsername',
      'apps.organization_id as organizationId',
      'organizations.name as organizationName',
      'organizations.is_public as organizationIsPublic',
      'organizations.owner_id as organizationOwnerId',
      'thumbnails.id as thumbnailId',
      'apps.is_public as isPublic',
      'apps.share_key as shareKey',
      'apps.active_version_id as activeVersionId',
      'apps.description',
      'apps.theme',
      'versions.number as version',
      'versions.file_name as fileName',
      'versions.file_size as fileSize',
      'apps.created_at as createdAt',
      'apps.updated_at as updatedAt',
      sql<number>`(extract(epoch from apps.created_at) * 1000000)::bigint`.as('createdMicros'),
    ]);
}
