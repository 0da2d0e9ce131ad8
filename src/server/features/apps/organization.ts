import type { Kysely, Transaction } from 'kysely';
import { type FluxError, invalidField } from '#shared/contract/errors.ts';
import type { Tables } from '../../db/schema.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { canUpload, needsApproval, type Standing } from '../orgs/can.ts';
import { findStanding } from '../orgs/store.ts';
import { canApprove } from './can.ts';
import type { SeenApp } from './store.ts';

type Uploader = Pick<Viewer, 'id' | 'role'>;

/** The result of putting an app or version into an organization. */
export interface UploadPermission {
  organizationId: string;
  needsApproval: boolean;
  /** Whether only the administrator role allows it, or exempts it from approval. */
  byRole: boolean;
}

/**
 * Whether a person may put an application into an organization. One that they may not know, and none at all, are
 * answered the same.
 * @throws FluxError `invalid_input`
 */
export async function requireMayUpload(
  db: Kysely<Tables>,
  viewer: Uploader,
  organizationId: string | null | undefined,
): Promise<UploadPermission> {
  const organization = organizationId ? await findStanding(db, viewer, organizationId) : undefined;
  if (!organization || !canUpload(viewer, organization)) throw organizationError();
  return {
    organizationId: organization.id,
    needsApproval: needsApproval(viewer, organization),
    byRole:
      viewer.role === 'admin' && !canUploadWithoutApproval({ id: viewer.id, role: 'user' }, organization),
  };
}

/**
 * The same, and locks organization and membership until the transaction ends, so that neither is deleted
 * concurrently. The organization gets the same lock as by a foreign key, so other uploads do not wait.
 *
 * Lock order against deadlocks: user, upload, organization, membership, app. Deleting an organization locks it before
 * its apps.
 */
export async function holdToUpload(
  trx: Transaction<Tables>,
  viewer: Uploader,
  organizationId: string,
): Promise<UploadPermission> {
  if (!isId(organizationId)) throw organizationError();
  await trx.selectFrom('organizations').select('id').where('id', '=', organizationId).forKeyShare().execute();
  await trx
    .selectFrom('organization_members')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', viewer.id)
    .forShare()
    .execute();
  // Read after the locks: an earlier read may be outdated.
  return requireMayUpload(trx, viewer, organizationId);
}

/** Whether a user may put an application into an organization without approval. */
export async function mayUploadWithoutApproval(
  db: Kysely<Tables>,
  viewer: Uploader,
  organizationId: string | null,
): Promise<boolean> {
  const organization = organizationId === null ? undefined : await findStanding(db, viewer, organizationId);
  return organization !== undefined && canUploadWithoutApproval(viewer, organization);
}

function canUploadWithoutApproval(viewer: Uploader, organization: Standing): boolean {
  return canUpload(viewer, organization) && !needsApproval(viewer, organization);
}

/**
 * Whether a new version needs approval: if its organization requires it, and as long as the app itself was never
 * approved. Approvers' own uploads need none.
 */
export async function versionNeedsApproval(
  db: Kysely<Tables>,
  viewer: Uploader,
  app: SeenApp,
): Promise<boolean> {
  if (canApprove(viewer, app)) return false;
  if (!app.isApproved) return true;
  const organization =
    app.organizationId === null ? undefined : await findStanding(db, viewer, app.organizationId);
  return organization !== undefined && needsApproval(viewer, organization);
}

function organizationError(): FluxError {
  return invalidField('organizationId', 'Please select an organization');
}
