import type { Kysely, Transaction } from 'kysely';
import { type FluxError, invalidField } from '#shared/contract/errors.ts';
import type { Tables } from '../../db/schema.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { canUpload, needsApproval, type Standing } from '../orgs/can.ts';
import { findStanding } from '../orgs/store.ts';
import { canApprove } from './can.ts';
import type { SeenApp } from './store.ts';

type Asker = Pick<Viewer, 'id' | 'role'>;

/** What becomes of something that a person puts into an organization. */
export interface Acceptance {
  organizationId: string;
  needsApproval: boolean;
  /** Whether only the role of administrator allows it, or spares it the approval. */
  byRole: boolean;
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
  return {
    organizationId: organization.id,
    needsApproval: needsApproval(viewer, organization),
    byRole: viewer.role === 'admin' && !takesAtOnce({ id: viewer.id, role: 'user' }, organization),
  };
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

/** Whether a person may put an application into an organization, where it then waits for nobody. */
export async function mayUploadAtOnce(
  db: Kysely<Tables>,
  viewer: Asker,
  organizationId: string | null,
): Promise<boolean> {
  const organization = organizationId === null ? undefined : await findStanding(db, viewer, organizationId);
  return organization !== undefined && takesAtOnce(viewer, organization);
}

function takesAtOnce(viewer: Asker, organization: Standing): boolean {
  return canUpload(viewer, organization) && !needsApproval(viewer, organization);
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
