import type { Organization } from '#shared/orgs/orgs.ts';
import type { Context } from '../../context.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { recordAdminAction } from './audit.ts';
import { changeOrganization } from './change.ts';
import { getOrganization } from './read.ts';
import { findOrganization, type OrganizationRow, updateOrganizationRow } from './store.ts';

interface Change {
  name?: string | undefined;
  description?: string | undefined;
  isPublic?: boolean | undefined;
  settings?: { allowMemberUploads?: boolean | undefined; requireApproval?: boolean | undefined } | undefined;
}

/**
 * What is left out stays.
 * @throws FluxError `organization_not_found`, `forbidden`
 */
export async function updateOrganization(
  context: Context,
  viewer: Viewer,
  id: string,
  { settings, ...details }: Change,
): Promise<Organization> {
  await changeOrganization(context, viewer, id, 'edit', async (trx, organization) => {
    const now = context.clock.now();
    const before = await findOrganization(trx, viewer, id);
    await updateOrganizationRow(trx, id, { ...details, ...settings }, now);
    const after = await findOrganization(trx, viewer, id);
    const event = {
      action: 'organization.update',
      before: readAuditFields(before),
      after: readAuditFields(after),
    } as const;
    await recordAdminAction(trx, viewer, organization, 'edit', event, now);
  });
  return getOrganization(context, viewer, id);
}

function readAuditFields(row: OrganizationRow | undefined) {
  if (!row) return null;
  const { name, description, isPublic, allowMemberUploads, requireApproval } = row;
  return { name, description, isPublic, allowMemberUploads, requireApproval };
}
