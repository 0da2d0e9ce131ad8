import type { Organization } from '#shared/orgs.ts';
import type { Context } from '../../context.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { changeOrganization } from './change.ts';
import { getOrganization } from './read.ts';
import { updateOrganizationRow } from './store.ts';

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
  await changeOrganization(context, viewer, id, 'edit', (trx) =>
    updateOrganizationRow(trx, id, { ...details, ...settings }, context.clock.now()),
  );
  return getOrganization(context, viewer, id);
}
