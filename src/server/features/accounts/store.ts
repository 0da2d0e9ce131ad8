import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from '../../db/schema.ts';
import { newId } from '../../platform/ids.ts';
import { SignInError } from './identity-provider.ts';
import { recordConfiguredAdmin } from './roles.ts';
import { deleteSessionsOf } from './session-store.ts';

type Db = Kysely<Tables>;

/** What an identity provider vouched for. */
export interface VouchedPerson {
  issuer: string;
  subject: string;
  /** A provider id of section 3, such as 'google.com'. */
  provider: string;
  email: string | null;
  emailVerified: boolean;
  username: string;
  isAdmin: boolean;
}

/**
 * Finds or creates the account of (issuer, subject); an e-mail address never merges accounts. Concurrent first
 * sign-ins conflict on the identity's primary key: the later one waits and then uses the same account. The identity
 * is locked until the transaction ends, so that it cannot be removed before its session exists.
 * @throws SignInError `account_disabled`
 */
export async function upsertPerson(
  trx: Transaction<Tables>,
  person: VouchedPerson,
  newUserId: string,
  now: Date,
): Promise<string> {
  const known = await updateKnownIdentity(trx, person, now);
  if (known !== undefined) return known;
  await insertUser(trx, person, newUserId, now);
  const identityId = await insertIdentity(trx, person, newUserId, now);
  if (identityId !== undefined) {
    await trx
      .updateTable('users')
      .set({ email_identity_id: identityId })
      .where('id', '=', newUserId)
      .execute();
    if (person.isAdmin) await recordConfiguredAdmin(trx, newUserId, { ...person, role: null }, now);
    return newUserId;
  }
  await trx.deleteFrom('users').where('id', '=', newUserId).execute();
  const first = await updateKnownIdentity(trx, person, now);
  if (first === undefined) throw new Error('An identity was added and removed during the sign-in.');
  return first;
}

/**
 * Updates a user after a sign-in with one of their identities, which is locked until the transaction ends.
 * @returns false for another user's identity
 * @throws SignInError `account_disabled`
 */
export async function updatePerson(
  trx: Transaction<Tables>,
  person: VouchedPerson,
  userId: string,
  now: Date,
): Promise<boolean> {
  return (await updateKnownIdentity(trx, person, now, userId)) !== undefined;
}

/**
 * Links an identity to an account.
 * @returns the account that already has it, or null if it was added
 */
export async function addIdentity(
  trx: Transaction<Tables>,
  person: VouchedPerson,
  userId: string,
  now: Date,
): Promise<string | null> {
  if ((await insertIdentity(trx, person, userId, now)) !== undefined) return null;
  return (await findIdentity(trx, person))?.user_id ?? null;
}

/** The owner of an identity, after updating both; undefined for an unknown identity. */
async function updateKnownIdentity(
  trx: Transaction<Tables>,
  person: VouchedPerson,
  now: Date,
  onlyUserId?: string,
): Promise<string | undefined> {
  const known = await findIdentity(trx, person);
  if (!known || (onlyUserId !== undefined && known.user_id !== onlyUserId)) return undefined;
  await trx
    .updateTable('identities')
    .set({ email: person.email, email_verified: person.emailVerified })
    .where('id', '=', known.id)
    .execute();
  const user = await trx
    .selectFrom('users')
    .select(['email_identity_id', 'provider', 'role', 'username'])
    .where('id', '=', known.user_id)
    .executeTakeFirstOrThrow();
  // The account's address and provider are updated only by the identity that set them.
  const follows = user.email_identity_id === null || user.email_identity_id === known.id;
  const { disabled_at } = await trx
    .updateTable('users')
    .set({
      last_login_at: now,
      ...(follows
        ? { email: person.email, email_verified: person.emailVerified, email_identity_id: known.id }
        : {}),
      ...(follows || isUnknown(user.provider) ? { provider: person.provider } : {}),
      ...(person.isAdmin ? { role: 'admin' as const } : {}),
    })
    .where('id', '=', known.user_id)
    .returning('disabled_at')
    .executeTakeFirstOrThrow();
  // Read from the locked row: a concurrent disabling waits and then ends this session.
  if (disabled_at !== null) throw new SignInError('account_disabled');
  // A role change ends all sessions; this sign-in's session is created afterwards.
  if (person.isAdmin && user.role !== 'admin') {
    await deleteSessionsOf(trx, known.user_id);
    await recordConfiguredAdmin(trx, known.user_id, user, now);
  }
  return known.user_id;
}

function isUnknown(provider: string): boolean {
  return provider === '' || provider === 'unknown';
}

async function findIdentity(
  trx: Transaction<Tables>,
  { issuer, subject }: VouchedPerson,
): Promise<Selectable<Tables['identities']> | undefined> {
  return trx
    .selectFrom('identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirst();
}

async function insertUser(
  trx: Transaction<Tables>,
  person: VouchedPerson,
  id: string,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('users')
    .values({
      id,
      email: person.email,
      email_verified: person.emailVerified,
      username: person.username,
      role: person.isAdmin ? 'admin' : 'user',
      provider: person.provider,
      created_at: now,
      last_login_at: now,
      updated_at: now,
    })
    .execute();
}

/** @returns its id, or undefined if it already existed */
async function insertIdentity(
  trx: Transaction<Tables>,
  { issuer, subject, provider, email, emailVerified }: VouchedPerson,
  userId: string,
  now: Date,
): Promise<string | undefined> {
  const inserted = await trx
    .insertInto('identities')
    .values({
      id: newId(),
      issuer,
      subject,
      user_id: userId,
      provider,
      email,
      email_verified: emailVerified,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function findUser(db: Db, id: string): Promise<Selectable<Tables['users']> | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertAttempt(db: Db, attempt: Insertable<Tables['sign_in_attempts']>): Promise<void> {
  await db.insertInto('sign_in_attempts').values(attempt).execute();
}

/** Finds and deletes in one statement: of two callbacks with one state, one succeeds. */
export async function takeAttemptRow(
  db: Db,
  stateHash: Buffer,
): Promise<Selectable<Tables['sign_in_attempts']> | undefined> {
  return db
    .deleteFrom('sign_in_attempts')
    .where('state_hash', '=', stateHash)
    .returningAll()
    .executeTakeFirst();
}

/** Whether a browser has a sign-in under way that began then or later. */
export async function hasAttemptSince(db: Db, browserHash: Buffer, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('sign_in_attempts')
    .select('created_at')
    .where('browser_hash', '=', browserHash)
    .where('created_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteAttemptsBefore(db: Db, createdBefore: Date): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('created_at', '<', createdBefore).execute();
}
