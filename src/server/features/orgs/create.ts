import { offlineMessages } from '#shared/billing/offline.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Organization } from '#shared/orgs/orgs.ts';
import type { Context } from '../../context.ts';
import { newId } from '../../platform/ids.ts';
import { lockUser } from '../accounts/user-store.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { hasPlanEnded } from '../billing/list.ts';
import { insertMember } from './members/store.ts';
import { getOrganization } from './read.ts';
import { countCreatedOrOwned, insertOrganization } from './store.ts';

/** Far above any need. Handed-over organizations count, so that giving them away allows no more. */
export const maxOrganizations = 50;

interface NewOrganization {
  name: string;
  description: string;
  isPublic: boolean;
  settings: { allowMemberUploads?: boolean | undefined; requireApproval?: boolean | undefined };
}

/**
 * Creates an organization owned by the user.
 * @throws FluxError `limit_reached`; `subscription_required` for a user with an ended plan
 */
export async function createOrganization(
  context: Context,
  viewer: Viewer,
  { name, description, isPublic, settings }: NewOrganization,
): Promise<Organization> {
  const id = newId();
  const now = context.clock.now();
  await context.db.transaction().execute(async (trx) => {
    // Concurrent creations count each other.
    if (!(await lockUser(trx, viewer.id))) throw new FluxError('unauthenticated');
    // Locks the user: a concurrent plan end either suspends this organization or is seen here.
    if (await hasPlanEnded({ ...context, db: trx }, viewer.id))
      throw new FluxError('subscription_required', offlineMessages.noNewOrganization);
    if ((await countCreatedOrOwned(trx, viewer.id)) >= maxOrganizations)
      throw new FluxError(
        'limit_reached',
        `You can have up to ${maxOrganizations} organizations. Delete one that you no longer need first.`,
      );
    const { allowMemberUploads = true, requireApproval = false } = settings;
    const details = { name, description, isPublic, allowMemberUploads, requireApproval };
    await insertOrganization(trx, { id, ...details, ownerId: viewer.id, createdAt: now });
    await insertMember(trx, { organizationId: id, userId: viewer.id, role: 'admin', joinedAt: now });
  });
  return getOrganization(context, viewer, id);
}
