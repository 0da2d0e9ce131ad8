import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { Role } from '#shared/accounts/accounts.ts';
import { maxListedOrganizations } from '#shared/admin/admin.ts';

type Db = Kysely<Tables>;

export interface UserRow {
  id: string;
  email: string | null;
  username: string;
  role: Role;
  provider: string;
  createdAt: Date;
  lastLoginAt: Date;
  updatedAt: Date;
  organizationId: string | null;
  organizationName: string | null;
  disabledAt: Date | null;
  disabledReason: string;
  /** One more than shown, to detect more. */
  organizations: { id: string; name: string; isOwner: boolean }[];
}

/** The users of these ids, in any order, each with their first organizations. */
export async function loadUsers(db: Db, ids: readonly string[]): Promise<UserRow[]> {
  const [users, organizations] = await Promise.all([
    db
      .selectFrom('users')
      .leftJoin('organizations', 'organizations.id', 'users.organization_id')
      .select([
        'users.id',
        'users.email',
        'users.username',
        'users.role',
        'users.provider',
        'users.created_at as createdAt',
        'users.last_login_at as lastLoginAt',
        'users.updated_at as updatedAt',
        'users.organization_id as organizationId',
        'organizations.name as organizationName',
        'users.disabled_at as disabledAt',
        'users.disabled_reason as disabledReason',
      ])
      .where('users.id', 'in', ids)
      .execute(),
    listOrganizationsOf(db, ids),
  ]);
  const ofEach = Map.groupBy(organizations, ({ userId }) => userId);
  return users.map((user) => ({ ...user, organizations: ofEach.get(user.id) ?? [] }));
}

/** By joining time; one more than shown per user. */
async function listOrganizationsOf(
  db: Db,
  userIds: readonly string[],
): Promise<{ userId: string; id: string; name: string; isOwner: boolean }[]> {
  // Each walks an index, so that a user with a thousand organizations costs the same.
  const { rows } = await sql<{ userId: string; id: string; name: string; isOwner: boolean }>`
    select listed.id as "userId", organizations.id, organizations.name,
      organizations.owner_id = listed.id as "isOwner"
    from unnest(${userIds}::text[]) as listed (id), lateral (
      select organization_id, joined_at from organization_members
      where user_id = listed.id
      order by joined_at, organization_id limit ${maxListedOrganizations + 1}
    ) as memberships
    join organizations on organizations.id = memberships.organization_id
    order by memberships.joined_at, organizations.id`.execute(db);
  return rows;
}
