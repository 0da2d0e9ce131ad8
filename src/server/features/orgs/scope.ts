import { type RawBuilder, sql } from 'kysely';
import type { Asker } from './can.ts';

/** What `can.ts` answers, for rows of `organizations`: the query itself holds the permission. */

const isOpenToAll = sql<boolean>`(organizations.is_public and organizations.offline_since is null)`;

/** Whether it is for this viewer to know: strangers learn nothing of a private one. */
export function knownTo(viewer: Asker): RawBuilder<boolean> {
  if (viewer?.role === 'admin') return sql`true`;
  if (viewer === null) return isOpenToAll;
  return sql`(${isOpenToAll} or ${hasMember(viewer.id)})`;
}

/** Whether it is named where applications are: nobody is shown one that is offline there. */
export function namedTo(viewer: Asker): RawBuilder<boolean> {
  if (viewer?.role === 'admin') return sql`true`;
  return sql`(${knownTo(viewer)} and organizations.offline_since is null)`;
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
  return sql`organizations.offline_since is null and exists (
    select from organization_members as inside
    where inside.organization_id = organizations.id and inside.user_id = ${viewer.id}
      and (inside.role = 'admin' or (inside.role = 'member' and organizations.allow_member_uploads)))`;
}
