import { type Insertable, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { isId, newId } from '#server/platform/ids.ts';
import type { MemberRole } from '#shared/orgs/orgs.ts';
import { isBacked } from '../scope.ts';

type Db = Kysely<Tables>;

export interface InvitationRow {
  id: string;
  organizationId: string;
  organizationName: string;
  /** In lower case. */
  email: string;
  role: MemberRole;
  /** Null for a deleted user. */
  invitedBy: string | null;
  inviterName: string | null;
  createdAt: Date;
  sentAt: Date;
  expiresAt: Date;
  /** Whether the sender may still invite to its role; otherwise the invitation is invalid. */
  isBacked: boolean;
  createdMicros: number;
}

export async function findInvitation(db: Db, id: string): Promise<InvitationRow | undefined> {
  if (!isId(id)) return undefined;
  return selectInvitations(db).where('invitation.id', '=', id).executeTakeFirst();
}

/** The same for its recipient: a user with the invited, verified address. */
export async function findInvitationFor(
  db: Db,
  userId: string,
  id: string,
): Promise<InvitationRow | undefined> {
  if (!isId(id)) return undefined;
  return selectInvitations(db).where('invitation.id', '=', id).where(isFor(userId)).executeTakeFirst();
}

/** Those that are still good, newest first. */
export async function listInvitationsFor(
  db: Db,
  userId: string,
  now: Date,
  limit: number,
): Promise<InvitationRow[]> {
  return selectInvitations(db)
    .where(isFor(userId))
    .where('invitation.expires_at', '>', now)
    .orderBy('invitation.created_at', 'desc')
    .orderBy('invitation.id')
    .limit(limit)
    .execute();
}

/** Nobody can join an offline organization, so its invitations are paused. */
function isFor(userId: string): RawBuilder<boolean> {
  return sql`organizations.suspended_since is null and ${isBacked} and invitation.email = (select lower(email) from users where id = ${userId} and email_verified)`;
}

/** @param email in lower case */
export async function findInvitationTo(
  db: Db,
  organizationId: string,
  email: string,
): Promise<InvitationRow | undefined> {
  return selectInvitations(db)
    .where('invitation.organization_id', '=', organizationId)
    .where('invitation.email', '=', email)
    .executeTakeFirst();
}

export interface InvitationCursor {
  createdMicros: number;
  id: string;
}

/** The invitations of one organization, newest first; only those by `invitedBy` unless it is null. */
export async function listInvitationRows(
  db: Db,
  organizationId: string,
  filter: { invitedBy: string | null; q: string; after: InvitationCursor | null },
  limit: number,
): Promise<InvitationRow[]> {
  const { invitedBy, q, after } = filter;
  const conditions = [
    ...(invitedBy === null ? [] : [sql`invitation.invited_by = ${invitedBy}`]),
    ...(q === '' ? [] : [sql`position(flux_fold(${q}) in flux_fold(invitation.email)) > 0`]),
    ...(after === null
      ? []
      : [
          sql`(invitation.created_at, invitation.id)
            < (timestamptz 'epoch' + ${after.createdMicros}::float8 * interval '1 microsecond', ${after.id})`,
        ]),
  ];
  return selectInvitations(db)
    .where('invitation.organization_id', '=', organizationId)
    .where(sql<boolean>`(${sql.join([sql`true`, ...conditions], sql` and `)})`)
    .orderBy('invitation.created_at', 'desc')
    .orderBy('invitation.id', 'desc')
    .limit(limit)
    .execute();
}

export async function insertInvitation(
  trx: Transaction<Tables>,
  invitation: Insertable<Tables['organization_invitations']>,
): Promise<void> {
  await trx.insertInto('organization_invitations').values(invitation).execute();
}

export async function updateInvitation(
  trx: Transaction<Tables>,
  id: string,
  change: { role?: MemberRole; invited_by?: string; sent_at?: Date; expires_at: Date },
): Promise<void> {
  await trx.updateTable('organization_invitations').set(change).where('id', '=', id).execute();
}

export async function deleteInvitation(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('organization_invitations').where('id', '=', id).execute();
}

/** The invitations to delete; absent fields do not filter. */
interface Which {
  organizationId?: string;
  invitedBy?: string;
  /** In lower case. */
  email?: string;
  /** Roles of invitations that stay. */
  besides?: readonly MemberRole[];
}

/** @returns the ids of those that were there */
export async function deleteInvitations(
  trx: Transaction<Tables>,
  { organizationId, invitedBy, email, besides = [] }: Which,
): Promise<string[]> {
  if (organizationId === undefined && invitedBy === undefined && email === undefined)
    throw new Error('Nobody deletes all invitations.');
  let query = trx.deleteFrom('organization_invitations').returning('id');
  if (organizationId !== undefined) query = query.where('organization_id', '=', organizationId);
  if (invitedBy !== undefined) query = query.where('invited_by', '=', invitedBy);
  if (email !== undefined) query = query.where('email', '=', email);
  if (besides.length > 0) query = query.where('role', 'not in', besides);
  return (await query.execute()).map(({ id }) => id);
}

export async function deleteInvitationsExpiredBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('organization_invitations').where('expires_at', '<', before).execute();
}

interface SentMail {
  organization_id: string;
  user_id: string;
  address_hash: Buffer;
}

/** How many mails of invitations were sent since then, and when the first of them was. */
export async function countSent(
  db: Db,
  by: keyof SentMail,
  value: string | Buffer,
  since: Date,
): Promise<{ count: number; first: Date | null }> {
  return db
    .selectFrom('organization_invitation_mails')
    .select([sql<number>`count(*)::int`.as('count'), sql<Date | null>`min(sent_at)`.as('first')])
    .where(by, '=', value)
    .where('sent_at', '>', since)
    .executeTakeFirstOrThrow();
}

export async function insertSentMail(trx: Transaction<Tables>, sent: SentMail, now: Date): Promise<void> {
  await trx
    .insertInto('organization_invitation_mails')
    .values({ id: newId(), ...sent, sent_at: now })
    .execute();
}

export async function deleteSentMailsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('organization_invitation_mails').where('sent_at', '<=', before).execute();
}

/** Locks an address until the transaction ends, so that mails to it are counted in order on all servers. */
export async function lockSendingTo(trx: Transaction<Tables>, addressHash: Buffer): Promise<void> {
  const name = `invitations to ${addressHash.toString('hex')}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

function selectInvitations(db: Db) {
  return db
    .selectFrom('organization_invitations as invitation')
    .innerJoin('organizations', 'organizations.id', 'invitation.organization_id')
    .leftJoin('users as inviter', 'inviter.id', 'invitation.invited_by')
    .select([
      'invitation.id',
      'invitation.organization_id as organizationId',
      'organizations.name as organizationName',
      'invitation.email',
      'invitation.role',
      'invitation.invited_by as invitedBy',
      'inviter.username as inviterName',
      'invitation.created_at as createdAt',
      'invitation.sent_at as sentAt',
      'invitation.expires_at as expiresAt',
      isBacked.as('isBacked'),
      sql<number>`(extract(epoch from invitation.created_at) * 1000000)::bigint`.as('createdMicros'),
    ]);
}
