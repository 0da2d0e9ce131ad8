import type { Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { announceAll } from '#server/platform/db/changes.ts';
import { retryTransaction } from '#server/platform/db/retry.ts';
import { offlineMessages } from '#shared/billing/offline.ts';
import { FluxError, invalidField } from '#shared/contract/errors.ts';
import { recheckRole } from '../../accounts/roles.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { sendWritten } from '../../mail/write.ts';
import { removeOrganization } from '../../orgs/account-deletion.ts';
import { recordAdminAction, recordAdminActionOf } from '../../orgs/audit.ts';
import { permit } from '../../orgs/permit.ts';
import { permitted } from '../../orgs/read.ts';
import { findStanding, lockOrganizationToDelete } from '../../orgs/store.ts';
import { canDelete, canMove } from '../can.ts';
import { notifyIfPending } from '../notify-approvers.ts';
import { holdToUpload } from '../organization.ts';
import { lockApp } from '../store.ts';
import { notifyOfDeletion } from './notify.ts';
import { deleteAppsIn, findPendingIn, lockAppsIn, moveAppsIn, removeFromOrganization } from './store.ts';

type Trx = Transaction<Tables>;

interface AppsDecision {
  /** What to do with its applications; undefined without a decision. */
  applications?: 'delete' | 'move' | undefined;
  moveTo?: string | undefined;
}

/**
 * Deletes an organization with its members and invitations in one transaction, after its applications were deleted or
 * moved. Applications that the viewer could not delete one by one, because they or the organization are offline, stay
 * with their owners.
 * @throws FluxError `organization_not_found`, `forbidden`; `conflict` if a decision about its applications is missing
 * or the target would have to approve them; `invalid_input` for the target; `subscription_required` if the viewer's
 * own offline applications would move
 */
export async function deleteOrganization(
  context: Context,
  viewer: Viewer,
  id: string,
  decision: AppsDecision,
): Promise<void> {
  await permitted(context, viewer, id, 'delete');
  const target = decision.applications === 'move' ? requireTarget(id, decision.moveTo) : null;
  const remove = async (trx: Trx): Promise<boolean> => {
    let wrote = false;
    const acceptance = target === null ? null : await lockTarget(trx, viewer, target);
    await lockOrganizationToDelete(trx, id);
    await recheckRole(trx, viewer);
    const organization = permit(viewer, await findStanding(trx, viewer, id), 'delete');
    const { role, isOffline } = organization;
    const organizationRole = isOffline ? null : role;
    const held = (await lockAppsIn(trx, id)).map((app) => ({ ...app, organizationRole }));
    const { deletable: apps = [], staying = [] } = Object.groupBy(held, (app) =>
      canDelete(viewer, app) ? 'deletable' : 'staying',
    );
    await removeFromOrganization(
      trx,
      staying.map(({ id }) => id),
    );
    if (apps.length > 0) {
      if (decision.applications === undefined) throw noDecisionError(apps.length);
      if (acceptance && !apps.every((app) => canMove(viewer, app)))
        throw new FluxError('subscription_required', offlineMessages.noMove);
      if (acceptance?.needsApproval)
        throw new FluxError(
          'conflict',
          'The other organization approves what is uploaded to it. Let its owner or one of its admins move these applications.',
        );
      if (acceptance) wrote = await moveAll(context, trx, viewer, id, acceptance.organizationId);
      else await deleteAppsIn(trx, id);
    }
    const told = await notifyOfDeletion(context, trx, {
      organization,
      cause: { by: 'person', person: viewer.username },
      except: [viewer.id],
      causedBy: viewer.id,
      applications: { [acceptance ? 'moved' : 'deleted']: apps, kept: staying },
      targetId: acceptance?.organizationId,
    });
    await removeOrganization(trx, id);
    const event = {
      action: 'organization.delete',
      before: { ownerId: organization.ownerId, isPublic: organization.isPublic, applications: apps.length },
      after: null,
      ...(apps.length > 0 ? { reason: describeAppsDecision(decision) } : {}),
    } as const;
    const now = context.clock.now();
    if (acceptance?.byRole && apps.length > 0)
      await recordAdminActionOf(trx, viewer, organization, event, now);
    else await recordAdminAction(trx, viewer, organization, 'delete', event, now);
    await announceAll<Tables>(
      trx,
      'app',
      held.map((app) => app.id),
    );
    return wrote || told;
  };
  // Two owners may concurrently move their applications into each other's organizations.
  const wrote = await retryTransaction(() => context.db.transaction().execute(remove));
  if (wrote) await sendWritten(context);
}

/**
 * Moves every app of one organization to another. Who decides there is written to of the first that waits: of so many in
 * an hour they would be of no other.
 * @returns whether a mail was written
 */
async function moveAll(
  context: Context,
  trx: Trx,
  viewer: Viewer,
  id: string,
  organizationId: string,
): Promise<boolean> {
  const waiting = await findPendingIn(trx, id);
  await moveAppsIn(trx, id, organizationId, context.clock.now());
  const app = waiting === null ? null : await lockApp(trx, viewer, waiting);
  return app !== null && notifyIfPending(context, trx, viewer, app, 'move');
}

function describeAppsDecision({ applications, moveTo }: AppsDecision): string {
  return applications === 'move' ? `Its applications moved to ${moveTo}.` : 'Its applications were deleted.';
}

function requireTarget(id: string, moveTo: string | undefined): string {
  if (moveTo === undefined || moveTo === id) throw noTargetError();
  return moveTo;
}

function noTargetError(): FluxError {
  return invalidField('moveTo', 'Please select an organization');
}

async function lockTarget(trx: Trx, viewer: Viewer, target: string) {
  return holdToUpload(trx, viewer, target).catch((error: unknown) => {
    throw error instanceof FluxError ? noTargetError() : error;
  });
}

function noDecisionError(count: number): FluxError {
  const applications = count === 1 ? '1 application' : `${count.toLocaleString('en')} applications`;
  return new FluxError(
    'conflict',
    `This organization has ${applications}. Choose whether they are deleted with it or moved to another organization.`,
  );
}
