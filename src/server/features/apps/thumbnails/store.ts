import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { isId, newId } from '#server/platform/ids.ts';
import type { ThumbnailSize } from '#shared/apps/thumbnails.ts';
import type { KeptThumbnail } from './keep.ts';

type Trx = Transaction<Tables>;

/** Replaces the former picture, whose address becomes invalid. The app's row must be locked, or new. */
export async function setThumbnail(trx: Trx, appId: string, kept: KeptThumbnail, now: Date): Promise<void> {
  await deleteThumbnail(trx, appId);
  await trx
    .insertInto('thumbnails')
    .values({
      id: newId(),
      app_id: appId,
      small_sha256: Buffer.from(kept.small, 'hex'),
      large_sha256: Buffer.from(kept.large, 'hex'),
      created_at: now,
    })
    .execute();
}

/** The app's row must be locked. */
export async function deleteThumbnail(trx: Trx, appId: string): Promise<void> {
  await trx.deleteFrom('thumbnails').where('app_id', '=', appId).execute();
}

/**
 * Changes the address of a picture, so that only viewers who may still see the app know it. Public apps keep theirs.
 * The app's row must be locked and already changed.
 */
export async function moveThumbnail(trx: Trx, appId: string): Promise<void> {
  await moveThumbnails(trx, [appId]);
}

/** The same for many. The rows of the apps must be locked. */
export async function moveThumbnails(trx: Trx, appIds: readonly string[]): Promise<void> {
  const ids = appIds.map(() => newId());
  await sql`
    update thumbnails set id = moved.id
    from unnest(${appIds}::text[], ${ids}::text[]) as moved (app_id, id)
    join apps on apps.id = moved.app_id and not apps.is_public
    where thumbnails.app_id = moved.app_id`.execute(trx);
}

export interface StoredPicture {
  sha256: Buffer;
  /** Whether its app is public. */
  isPublic: boolean;
}

export async function findPicture(
  db: Kysely<Tables>,
  id: string,
  size: ThumbnailSize,
): Promise<StoredPicture | null> {
  if (!isId(id)) return null;
  const row = await db
    .selectFrom('thumbnails')
    .innerJoin('apps', 'apps.id', 'thumbnails.app_id')
    .select([
      size === 'small' ? 'thumbnails.small_sha256 as sha256' : 'thumbnails.large_sha256 as sha256',
      'apps.is_public as isPublic',
    ])
    .where('thumbnails.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
