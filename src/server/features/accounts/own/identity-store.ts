import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

export type IdentityRow = Selectable<Tables['identities']>;

export async function listIdentityRows(db: Kysely<Tables>, userId: string): Promise<IdentityRow[]> {
  return selectIdentities(db, userId).execute();
}

/** Locked until the transaction ends, so that concurrent removals cannot remove the last two. */
export async function lockIdentityRows(trx: Transaction<Tables>, userId: string): Promise<IdentityRow[]> {
  return selectIdentities(trx, userId).forUpdate().execute();
}

export async function deleteIdentity(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('identities').where('id', '=', id).execute();
}

function selectIdentities(db: Kysely<Tables>, userId: string) {
  return db
    .selectFrom('identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id');
}
