import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Role } from '#shared/accounts/accounts.ts';
import type { Tables } from '../../db/schema.ts';

type Db = Kysely<Tables>;
export type UserRow = Selectable<Tables['users']>;

export async function updateUsername(
  db: Db,
  id: string,
  username: string,
  now: Date,
): Promise<UserRow | undefined> {
  return db
    .updateTable('users')
    .set({ username, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Copies address and provider of an identity to the account after the former one was removed. */
export async function copyIdentityToUser(
  trx: Transaction<Tables>,
  { id, user_id, provider, email, email_verified }: Selectable<Tables['identities']>,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ provider, email, email_verified, email_identity_id: id })
    .where('id', '=', user_id)
    .where('email_identity_id', 'is', null)
    .execute();
}

/** All users with this address, ignoring case; an address does not identify one account. */
export async function listUsersByEmail(db: Db, email: string): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/**
 * Whether another account has verified this address, such as the user's second account. These accounts are locked
 * until the transaction ends, so of two concurrent deletions one sees the other.
 * @param address in lower case
 */
export async function isAddressOfAnother(
  trx: Transaction<Tables>,
  userId: string,
  address: string,
): Promise<boolean> {
  const others = await trx
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', address)
    .where('email_verified', '=', true)
    .where('id', '<>', userId)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return others.length > 0;
}

export async function listAdmins(db: Db): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'admin')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export type LockedUser = Pick<UserRow, 'id' | 'role' | 'username' | 'disabled_at' | 'disabled_reason'>;

/**
 * Locks a user and all administrators in a fixed order until the transaction ends. Of two administrators who demote
 * each other or leave concurrently, the second waits here and then counts correctly.
 */
export async function lockUserAndAdmins(trx: Transaction<Tables>, userId: string): Promise<LockedUser[]> {
  return trx
    .selectFrom('users')
    .select(['id', 'role', 'username', 'disabled_at', 'disabled_reason'])
    .where((row) => row.or([row('role', '=', 'admin'), row('id', '=', userId)]))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Locks a user's row until the transaction ends, against concurrent changes of what counts towards limits. Rows that
 * only reference the user need no lock.
 * @returns whether the user exists
 */
export async function lockUser(trx: Transaction<Tables>, userId: string): Promise<boolean> {
  const held = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return held !== undefined;
}

/**
 * The same for the actor.
 * @returns whether the user exists and is enabled
 */
export async function lockActiveUser(trx: Transaction<Tables>, userId: string): Promise<boolean> {
  return (await lockUser(trx, userId)) && !(await isDisabled(trx, userId));
}

export async function isDisabled(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('disabled_at').where('id', '=', userId).executeTakeFirst();
  return row?.disabled_at != null;
}

/** The row must be locked. Null for `disabledAt`: they may sign in again. */
export async function updateDisabled(
  trx: Transaction<Tables>,
  userId: string,
  { disabledAt, reason, now }: { disabledAt: Date | null; reason: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ disabled_at: disabledAt, disabled_reason: reason, updated_at: now })
    .where('id', '=', userId)
    .execute();
}

/** The organization that an administrator assigned; the row must be locked, and they must be a member. */
export async function updateAssigned(
  trx: Transaction<Tables>,
  userId: string,
  organizationId: string | null,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ organization_id: organizationId, updated_at: now })
    .where('id', '=', userId)
    .execute();
}

/** Undefined for a missing user. */
export async function findRole(db: Db, userId: string): Promise<Role | undefined> {
  const row = await db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst();
  return row?.role;
}

/** The row must be locked. */
export async function updateRole(
  trx: Transaction<Tables>,
  userId: string,
  role: Role,
  now: Date,
): Promise<void> {
  await trx.updateTable('users').set({ role, updated_at: now }).where('id', '=', userId).execute();
}

/** With sessions, ways to sign in and uploads. Whatever must be gone before is the caller's to delete. */
export async function deleteUser(trx: Transaction<Tables>, userId: string): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', userId).execute();
}
