import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { type FluxError, invalidField } from '#shared/errors.ts';
import type { OrganizationRole } from '#shared/orgs.ts';
import { isId } from '../../platform/ids.ts';
import type { Tables } from '../../schema.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { canUpload, needsApproval } from '../orgs/can.ts';
import { findStanding } from '../orgs/store.ts';
import { canApprove } from './can.ts';
import type { SeenApp } from './store.ts';

type Asker = Pick<Viewer, 'id' | 'role'>;

/** What the viewer is in the organization of a row of `apps`; read with it, so that it is never older than the row. */
export function roleOf(viewer: Pick<Viewer, 'id'> | null): RawBuilder<OrganizationRole | null> {
  if (viewer === null) return sql`null`;
  return sql`(
    select case when theirs.owner_id = inside.user_id then 'owner' else inside.role end
    from organization_members as inside join organizations as theirs on theirs.id = inside.organization_id
    where inside.organization_id = apps.organization_id and inside.user_id = ${viewer.id})`;
}

export interface Membership {
  organizationId: string;
  /** Whether as its owner or an admin. */
  manages: boolean;
}

/** Always in the same order. */
export async function listMemberships(db: Kysely<Tables>, userId: string): Promise<Membership[]> {
  return (await listMembershipsOf(db, [userId])).get(userId) ?? [];
}

/** By person; whoever is in no organization is missing. */
export async function listMembershipsOf(
  db: Kysely<Tables>,
  userIds: readonly string[],
): Promise<Map<string, Membership[]>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('organization_members')
    .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
    .select([
      'user_id as userId',
      'organization_id as organizationId',
      sql<boolean>`(organizations.owner_id = user_id or role = 'admin')`.as('manages'),
    ])
    .where('user_id', 'in', userIds)
    .orderBy('organization_id')
    .execute();
  const found = new Map<string, Membership[]>();
  for (const { userId, ...membership } of rows) found.set(userId, [...(found.get(userId) ?? []), membership]);
  return found;
}

/** What becomes of something that a person puts into an organization. */
export interface Acceptance {
  organizationId: string;
  needsApproval: boolean;
}

/**
 * Whether a person may put an application into an organization. One that they may not know, and none at all, are
 * answered the same.
 * @throws FluxError `invalid_input`
 */
export async function requireMayUpload(
  db: Kysely<Tables>,
  viewer: Asker,
  organizationId: string | null | undefined,
): Promise<Acceptance> {
  const organization = organizationId ? await findStanding(db, viewer, organizationId) : undefined;
  if (!organization || !canUpload(viewer, organization)) throw noOrganization();
  return { organizationId: organization.id, needsApproval: needsApproval(viewer, organization) };
}

/**
 * The same, and it stays so until the transaction ends: whoever deletes the organization or ends the membership waits,
 * or was before. The row of the organization is held as a reference to it holds it, so neither other members nor other
 * uploads wait.
 *
 * So that nobody waits in a circle, a transaction takes what it needs in this order: a person, an upload, an
 * organization, a membership in it, an app. Deleting an organization takes it before its apps.
 */
export async function holdToUpload(
  trx: Transaction<Tables>,
  viewer: Asker,
  organizationId: string,
): Promise<Acceptance> {
  if (!isId(organizationId)) throw noOrganization();
  await trx.selectFrom('organizations').select('id').where('id', '=', organizationId).forKeyShare().execute();
  await trx
    .selectFrom('organization_members')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', viewer.id)
    .forShare()
    .execute();
  // What was read while waiting is older than the wait.
  return requireMayUpload(trx, viewer, organizationId);
}

/**
 * Whether a new version of an app waits for approval: where its organization asks for it, and for as long as the app
 * itself was never approved, whatever was asked since. What those who decide upload waits for nobody.
 */
export async function versionNeedsApproval(
  db: Kysely<Tables>,
  viewer: Asker,
  app: SeenApp,
): Promise<boolean> {
  if (canApprove(viewer, app)) return false;
  if (!app.isApproved) return true;
  const organization =
    app.organizationId === null ? undefined : await findStanding(db, viewer, app.organizationId);
  return organization !== undefined && needsApproval(viewer, organization);
}

function noOrganization(): FluxError {
  return invalidField('organizationId', 'Please select an organization');
}
