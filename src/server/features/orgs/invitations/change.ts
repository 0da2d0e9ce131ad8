import type { Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { newId } from '#server/platform/ids.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { canWithdraw } from '../can.ts';
import { changeOrganization } from '../change.ts';
import type { KnownOrganization } from '../store.ts';
import { findInvitation, type InvitationRow } from './store.ts';

/**
 * Changes an invitation that the viewer sent or may manage, with its organization locked.
 * @throws FluxError `invitation_not_found`, also for others' invitations, and errors of the work
 */
export async function changeInvitation(
  context: Context,
  viewer: Viewer,
  id: string,
  work: (
    trx: Transaction<Tables>,
    found: { organization: KnownOrganization; invitation: InvitationRow },
  ) => Promise<void>,
): Promise<void> {
  // Where there is none, the same is asked of no organization, so that the time tells strangers of none that there is.
  const organizationId = (await findInvitation(context.db, id))?.organizationId ?? newId();
  try {
    await changeOrganization(context, viewer, organizationId, 'lookInside', async (trx, organization) => {
      const invitation = await findInvitation(trx, id);
      if (!invitation || !canWithdraw(viewer, organization, invitation))
        throw new FluxError('invitation_not_found');
      await work(trx, { organization, invitation });
    });
  } catch (error) {
    // Users who may not see the members learn nothing of invitations.
    const isStranger =
      error instanceof FluxError && (error.code === 'organization_not_found' || error.code === 'forbidden');
    throw isStranger ? new FluxError('invitation_not_found') : error;
  }
}
