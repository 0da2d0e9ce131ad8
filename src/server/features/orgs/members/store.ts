import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { isId } from '#server/platform/ids.ts';
import type { MemberRole, OrganizationRole } from '#shared/orgs/orgs.ts';

type Db = Kysely<Tables>;

export interface MemberRow {
  organizationId: string;
  userId: string;
  username: string;
  email: string | null;
  role: OrganizationRole;
  joinedAt: Date;
  /** Microseconds since 1970: what PostgreSQL keeps, and finer than a JavaScript date. */
  joinedMicros: number;
}

export async function findMember(
  db: Db,
  organizationId: string,
  userId: string,
): Promise<MemberRow | undefined> {
  if (!isId(userId)) return undefined;
  return selectMembers(db)
    .where('organization_members.organization_id', '=', organizationId)
    .where('organization_members.user_id', '=', userId)
    .executeTakeFirst();
}

/** The member with this verified address, ignoring case. */
export async function findMemberByEmail(
  db: Db,
  organizationId: string,
  email: string,
): Promise<MemberRow | undefined> {
  return selectMembers(db)
    .where('organization_members.organization_id', '=', organizationId)
    .where(sql`lower(users.email)`, '=', email)
    .where('users.email_verified', '=', true)
    .executeTakeFirst();
}

const isOwner = sql<boolean>`(organization_members.user_id = organizations.owner_id)`;

/** Where a page of members ended. */
export interface MemberCursor {
  isOwner: boolean;
  joinedMicros: number;
  userId: string;
}

/**
 * The owner first, then by joining time; only members whose display name and e-mail address contain all words. The
 * owner is selected separately, so that the others walk an index without sorting.
 */
export async function listMemberRows(
  db: Db,
  organizationId: string,
  { words, after }: { words: readonly string[]; after: MemberCursor | null },
  limit: number,
): Promise<MemberRow[]> {
  const found = selectMembers(db)
    .where('organization_members.organization_id', '=', organizationId)
    .where(matchesNames(words));
  const owner = after === null ? await found.where(isOwner).execute() : [];
  const others = await found
    .where(sql<boolean>`not ${isOwner}`)
    .where(joinedAfter(after))
    .orderBy('organization_members.joined_at')
    .orderBy('organization_members.user_id')
    .limit(limit - owner.length)
    .execute();
  return [...owner, ...others];
}

function joinedAfter(position: MemberCursor | null): RawBuilder<boolean> {
  if (position === null || position.isOwner) return sql`true`;
  return sql`(organization_members.joined_at, organization_members.user_id)
    > (timestamptz 'epoch' + ${position.joinedMicros}::float8 * interval '1 microsecond', ${position.userId})`;
}

/** Words match anywhere in folded text; those of one or two letters at the beginning of a word. */
function matchesNames(words: readonly string[]): RawBuilder<boolean> {
  const each = words.map((word) => sql`users.search_text like flux_substring_pattern(${word})`);
  return sql`(${sql.join([sql`true`, ...each], sql` and `)})`;
}

/** The first few of each of these organizations, in the same order. */
export async function listFirstMembers(
  db: Db,
  organizationIds: readonly string[],
  limit: number,
): Promise<MemberRow[]> {
  if (organizationIds.length === 0) return [];
  // Each walks an index as far as it needs: to sort all members of each would be dear for every list of organizations.
  const isAmongFirst = sql<boolean>`(organization_members.organization_id, organization_members.user_id) in (
    select listed.id, early.user_id from organizations as listed, lateral (
      select listed.owner_id as user_id
      union all
      (select other.user_id from organization_members as other
        where other.organization_id = listed.id and other.user_id <> listed.owner_id
        order by other.joined_at, other.user_id limit ${limit - 1})
    ) as early where listed.id = any(${organizationIds}::text[]))`;
  return selectMembers(db)
    .where(isAmongFirst)
    .orderBy(isOwner, 'desc')
    .orderBy('organization_members.joined_at')
    .orderBy('organization_members.user_id')
    .execute();
}

/** An existing member keeps their role; an assigned one who joins becomes a permanent member. */
export async function insertMember(
  trx: Transaction<Tables>,
  member: { organizationId: string; userId: string; role: MemberRole; joinedAt: Date; isAssigned?: boolean },
): Promise<void> {
  await trx
    .insertInto('organization_members')
    .values({
      organization_id: member.organizationId,
      user_id: member.userId,
      role: member.role,
      joined_at: member.joinedAt,
      is_assigned: member.isAssigned ?? false,
    })
    .onConflict((conflict) =>
      member.isAssigned
        ? conflict.doNothing()
        : conflict.columns(['organization_id', 'user_id']).doUpdateSet({ is_assigned: false }),
    )
    .execute();
}

/** Whether the membership exists by assignment only; never for the owner. */
export async function isAssignedMember(
  trx: Transaction<Tables>,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('organization_members')
    .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
    .select('organization_members.user_id')
    .where('organization_members.organization_id', '=', organizationId)
    .where('organization_members.user_id', '=', userId)
    .where('organization_members.is_assigned', '=', true)
    .whereRef('organizations.owner_id', '<>', 'organization_members.user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A new owner becomes a permanent member. */
export async function keepAssignedMember(
  trx: Transaction<Tables>,
  organizationId: string,
  userId: string,
): Promise<void> {
  await trx
    .updateTable('organization_members')
    .set({ is_assigned: false })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('is_assigned', '=', true)
    .execute();
}

/** The owner's stored role is unchanged: it is not used while they are the owner. */
export async function updateMemberRole(
  trx: Transaction<Tables>,
  organizationId: string,
  userId: string,
  role: MemberRole,
): Promise<void> {
  await trx
    .updateTable('organization_members')
    .set({ role })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteMember(
  trx: Transaction<Tables>,
  organizationId: string,
  userId: string,
): Promise<void> {
  await trx
    .deleteFrom('organization_members')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
}

function selectMembers(db: Db) {
  return db
    .selectFrom('organization_members')
    .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
    .innerJoin('users', 'users.id', 'organization_members.user_id')
    .select([
      'organization_members.organization_id as organizationId',
      'organization_members.user_id as userId',
      'users.username',
      'users.email',
      'organization_members.joined_at as joinedAt',
      sql<OrganizationRole>`
        case when ${isOwner} then 'owner' else organization_members.role end`.as('role'),
      sql<number>`(extract(epoch from organization_members.joined_at) * 1000000)::bigint`.as('joinedMicros'),
    ]);
}
