import { type RawBuilder, sql } from 'kysely';
import type { Asker } from './can.ts';

/** What `can.ts` answers, for rows of `organizations`: the query itself holds the permission. */

const isOpenToAll = sql<boolean>`(organizations.is_public and organizations.suspended_since is null)`;

/** Whether it is for this viewer to know: strangers learn nothing of a private one. */
export function knownTo(viewer: Asker): RawBuilder<boolean> {
  if (viewer?.role === 'admin') return sql`true`;
  if (viewer === null) return isOpenToAll;
  return sql`(${isOpenToAll} or ${hasMember(viewer.id)})`;
}

/** What a page of a list holds: rows of `organizations`, in this order and then by their ids. */
interface ListPage {
  condition: RawBuilder<boolean>;
  order: RawBuilder<string>;
  limit: number;
}

/**
 * The same for the rows that a page begins with. An `or` of public and own would read all that are private before it finds
 * enough, so each is found by an index of its own.
 */
export function firstKnownTo(viewer: Asker, { condition, order, limit }: ListPage): RawBuilder<boolean> {
  if (viewer?.role === 'admin') return sql`true`;
  const open = sql`select id from organizations where ${isOpenToAll} and ${condition} order by ${order}, id limit ${limit}`;
  const own = sql`select organization_id from organization_members where user_id = ${viewer?.id ?? null}`;
  return sql`organizations.id in ((${open}) union (${own}))`;
}

/** Whether it is named where applications are: nobody is shown one that is offline there. */
export function namedTo(viewer: Asker): RawBuilder<boolean> {
  if (viewer?.role === 'admin') return sql`true`;
  return sql`(${knownTo(viewer)} and organizations.suspended_since is null)`;
}

/** Whether this person is in it. */
export function hasMember(userId: string): RawBuilder<boolean> {
  return sql`exists (
    select from organization_members as inside
    where inside.organization_id = organizations.id and inside.user_id = ${userId})`;
}

/** Whether this viewer may put an application into it. The owner's own row says admin. */
export function uploadableBy(viewer: NonNullable<Asker>): RawBuilder<boolean> {
  if (viewer.role === 'admin') return sql`true`;
  return sql`organizations.suspended_since is null and exists (
    select from organization_members as inside
    where inside.organization_id = organizations.id and inside.user_id = ${viewer.id}
      and (inside.role = 'admin' or (inside.role = 'member' and organizations.allow_member_uploads)))`;
}

/**
 * Whether whoever sent a row of `organization_invitations as invitation` may still invite to its role, as
 * `rolesToInviteAs` has it of one that is online: what somebody could not send any more lets nobody in. Of whoever is
 * disabled it sleeps. The owner's own row says admin.
 */
export const isBacked: RawBuilder<boolean> = sql`exists (
    select from users as backer
    left join organization_members as inside
      on inside.user_id = backer.id and inside.organization_id = invitation.organization_id
    where backer.id = invitation.invited_by and backer.disabled_at is null
      and (backer.role = 'admin' or inside.role = 'admin'
        or (inside.role = 'member' and invitation.role <> 'admin')
        or (inside.role = 'viewer' and invitation.role = 'viewer')))`;
