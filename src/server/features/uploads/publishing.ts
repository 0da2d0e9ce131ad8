import type { Kysely } from 'kysely';
import { listLocked, withAdvisoryLock } from '../../platform/db/advisory-lock.ts';
import type { Tables } from '../../schema.ts';

type Db = Kysely<Tables>;

const keyOf = (uploadId: string) => `publish ${uploadId}`;

/** Publishes an upload while no other server does; others wait. It keeps a connection of the pool for that time. */
export function whilePublishing<Result>(
  db: Db,
  uploadId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return withAdvisoryLock(db, keyOf(uploadId), work);
}

/** Which of these uploads are being published, on whatever server. */
export async function listBeingPublished(db: Db, uploadIds: readonly string[]): Promise<Set<string>> {
  const locked = await listLocked(db, uploadIds.map(keyOf));
  return new Set(uploadIds.filter((id) => locked.has(keyOf(id))));
}
