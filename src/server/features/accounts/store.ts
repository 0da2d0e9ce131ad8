import type { Insertable, Kysely, Selectable } from 'kysely';
import { newId } from '../../platform/ids.ts';
import type { Tables } from '../../schema.ts';

type Db = Kysely<Tables>;

/** What an identity provider vouched for. */
export interface VouchedPerson {
  issuer: string;
  subject: string;
  /** A provider id of section 3, as 'google.com'. */
  provider: string;
  email: string | null;
  emailVerified: boolean;
  username: string;
  isAdmin: boolean;
}

/**
 * Finds the account of (issuer, subject) or makes it; an e-mail address never joins two accounts.
 * Two first sign-ins at once meet on the identity's primary key: the later one waits, then signs in to the first's.
 */
export async function upsertPerson(
  db: Db,
  person: VouchedPerson,
  newUserId: string,
  now: Date,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await trx
      .insertInto('users')
      .values({
        id: newUserId,
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
    const { user_id } = await trx
      .insertInto('identities')
      .values({
        id: newId(),
        issuer: person.issuer,
        subject: person.subject,
        user_id: newUserId,
        provider: person.provider,
        email: person.email,
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ email: person.email }))
      .returning('user_id')
      .executeTakeFirstOrThrow();
    if (user_id === newUserId) return user_id;
    await trx.deleteFrom('users').where('id', '=', newUserId).execute();
    await trx
      .updateTable('users')
      .set({
        email: person.email,
        email_verified: person.emailVerified,
        last_login_at: now,
        ...(person.isAdmin ? { role: 'admin' as const } : {}),
      })
      .where('id', '=', user_id)
      .execute();
    return user_id;
  });
}

export async function findUser(db: Db, id: string): Promise<Selectable<Tables['users']> | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertAttempt(db: Db, attempt: Insertable<Tables['sign_in_attempts']>): Promise<void> {
  await db.insertInto('sign_in_attempts').values(attempt).execute();
}

/** Finds and removes in one statement: of two callbacks with one state, one gets it. */
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

export async function deleteAttemptsBefore(db: Db, createdBefore: Date): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('created_at', '<', createdBefore).execute();
}
