import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/schema.ts';

/** The verified addresses of these users by id, in lower case. Disabled accounts get no mail. */
export async function listAddresses(
  db: Kysely<Tables>,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', sql<string>`lower(email)`.as('address')])
    .where(sql<boolean>`id = any(${userIds}::text[])`)
    .where('email', 'is not', null)
    .where('email_verified', '=', true)
    .where('disabled_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, address }) => [id, address]));
}
