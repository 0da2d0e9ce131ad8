import { offlineMessages } from '#shared/billing/offline.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Organization } from '#shared/orgs/orgs.ts';
import type { Context } from '../../context.ts';
import { newId } from '../../platform/ids.ts';
import { holdUser } from '../accounts/user-store.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { hasPlanEnded } from '../billing/list.ts';
import { insertMember } from './members/store.ts';
import { getOrganization } from './read.ts';
import { countMadeOrOwned, insertOrganization } from './store.ts';

/** Far above what people need. Those handed over count, so that nobody makes more by giving them away. */
export const maxOrganizations = 50;

interface NewOrganization {
  name: string;
  description: string;
  isPublic: boolean;
  settings: { allowMemberUploads?: boolean | undefined; requireApproval?: boolean | undefined };
}

/**
 * Makes an organization whose owner is whoever made it.
 * @throws FluxError `limit_reached`; `subscription_required` for whoever's plan has ended, of whom all is offline
 */
export async function createOrganization(
  context: Context,
  viewer: Viewer,
  { name, description, isPublic, settings }: NewOrganization,
): Promise<Organization> {
  const id = newId();
  const now = context.clock.now();
  await context.db.transaction().execute(async (trx) => {
    // Of two made at once the second counts the first.
    if (!(await holdUser(trx, viewer.id))) throw new FluxError('unauthenticated');
    // Whoever ends the plan at this moment takes offline what was made before, or it is over here.
    if (await hasPlanEnded({ ...context, db: trx }, viewer.id))
      throw new FluxError('subscription_required', offlineMessages.noNewOrganization);
    if ((await countMadeOrOwned(trx, viewer.id)) >= maxOrganizations)
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
