import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { isId } from '#server/platform/ids.ts';
import { listUsersByEmail } from '../../accounts/user-store.ts';

/** The exact match of a search: an id, or an owner's e-mail address. Null to search texts. */
export async function namedByOwner(
  db: Kysely<Tables>,
  search: string | undefined,
): Promise<RawBuilder<boolean> | null> {
  const text = search?.trim() ?? '';
  if (isId(text)) return sql`id = ${text}`;
  if (!/^\S+@\S+$/.test(text)) return null;
  const owners = (await listUsersByEmail(db, text)).map(({ id }) => id);
  return owners.length === 0 ? null : sql`owner_id = any(${owners}::text[])`;
}
