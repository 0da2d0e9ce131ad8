import { type RawBuilder, sql } from 'kysely';
import type { MaybeViewer } from './can.ts';

/** The permissions of `can.ts` as conditions on rows of `organizations`. */

const isOpenToAll = sql<boolean>`(organizations.is_public and organizations.suspended_since is null)`;

/** Whether it is for this viewer to know: strangers learn nothing of a private one. */
export function knownTo(viewer: MaybeViewer): RawBuilder<boolean> {
  if (viewer?.role === 'admin') return sql`true`;
  if (viewer === null) return isOpenToAll;
  return sql`(${isOpenToAll} or ${hasMember(viewer.id)})`;
}

/** A page of a list: rows of `organizations`, in this order and then by id. */
interface ListPage {
  condition: RawBuilder<boolean>;
  order: RawBuilder<string>;
  limit: number;
}

/**
 * The same for the first rows of a page. An `or` of public and own would read all private rows first, so each part
 * uses its own index.
 */
export function knownIdsForPage(
  viewer: MaybeViewer,
  { condition, order, limit }: ListPage,
): RawBuilder<boolean> {
  if (viewer?.role === 'admin') return sql`true`;
  const open = sql`select id from organizations where ${isOpenToAll} and ${condition} order by ${order}, id limit ${limit}`;
  const own = sql`select organization_id from organization_members where user_id = ${viewer?.id ?? null}`;
  return sql`organizations.id in ((${open}) union (${own}))`;
}

/** Whether applications may name it: offline ones are never named. */
export function namedTo(viewer: MaybeViewer): RawBuilder<boolean> {
  if (viewer?.role === 'admin') return sql`true`;
  return sql`(${knownTo(viewer)} and organizations.suspended_since is null)`;
}

/** Whether the user is a member. */
export function hasMember(userId: string): RawBuilder<boolean> {
  return sql`exists (
    select from organization_members as inside
    where inside.organization_id = organizations.id and inside.user_id = ${userId})`;
}

/** Whether this viewer may put an application into it. The owner's own row says admin. */
export function uploadableBy(viewer: NonNullable<MaybeViewer>): RawBuilder<boolean> {
  if (viewer.role === 'admin') return sql`true`;
  return sql`organizations.suspended_since is null and exists (
    select from organization_members as inside
    where inside.organization_id = organizations.id and inside.user_id = ${viewer.id}
      and (inside.role = 'admin' or (inside.role = 'member' and organizations.allow_member_uploads)))`;
}

/**
 * Whether the sender of a row of `organization_invitations as invitation` may still invite to its role, like
 * `rolesToInviteAs` of an online organization. Otherwise the invitation is invalid; a disabled sender pauses it. The
 * owner's own row has the role admin.
 */
export const isBacked: RawBuilder<boolean> = sql`exists (
    select from users as backer
    left join organization_members as inside
      on inside.user_id = backer.id and inside.organization_id = invitation.organization_id
    where backer.id = invitation.invited_by and backer.disabled_at is null
      and (backer.role = 'admin' or inside.role = 'admin'
        or (inside.role = 'member' and invitation.role <> 'admin')
        or (inside.role = 'viewer' and invitation.role = 'viewer')))`;
