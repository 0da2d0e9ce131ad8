import {
  appLimitProblem,
  type LimitProblem,
  limitCodes,
  openPaymentMessage,
  overLimitProblem,
  revisionLimitProblem,
} from '#shared/billing/limits.ts';
import { unlimited } from '#shared/billing/plans.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { findOwed, findPlan } from '../billing/list.ts';
import { countAppsOf, countVersionsOf } from './store.ts';

/**
 * The limits of plans. An early check saves the user a wait and holds only for that moment. The check that counts
 * runs in the transaction that adds the app or version (`db`), with the user's row locked for an app and the app's
 * row for a version, so that concurrent ones count each other.
 */
type LimitCheck = Pick<Context, 'db' | 'clock'>;

/** @throws FluxError `subscription_required`, `limit_reached` */
export async function requireAppLimit(check: LimitCheck, owner: Pick<Viewer, 'id'>): Promise<void> {
  const plan = await findPlan(check, owner.id);
  if (plan?.planLimits.maxApplications === unlimited) return;
  await refuse(check, owner, appLimitProblem(plan, await countAppsOf(check.db, owner.id)));
}

/**
 * The plan of the application's owner counts, also if a member publishes the version.
 * @throws FluxError `subscription_required`, `limit_reached`
 */
export async function requireVersionLimit(
  check: LimitCheck,
  viewer: Pick<Viewer, 'id' | 'role'>,
  app: { id: string; ownerId: string },
): Promise<void> {
  if (viewer.role === 'admin') return;
  const plan = await findPlan(check, app.ownerId);
  if (plan?.planLimits.maxRevisionsPerApp === unlimited) return;
  const problem =
    overLimitProblem(plan, await countAppsOf(check.db, app.ownerId)) ??
    revisionLimitProblem(plan, await countVersionsOf(check.db, app.id));
  await refuseVersion(check, viewer, app, problem);
}

/**
 * For requests that may add nothing, because the upload is already published and the response is repeated.
 * @throws FluxError `subscription_required`
 */
export async function requirePlan(check: LimitCheck, person: Pick<Viewer, 'id'>): Promise<void> {
  if ((await findPlan(check, person.id)) === null) await refuse(check, person, appLimitProblem(null, 0));
}

/**
 * The same for a version, for which the owner's plan counts.
 * @throws FluxError `subscription_required`
 */
export async function requirePlanForVersion(
  check: LimitCheck,
  viewer: Pick<Viewer, 'id' | 'role'>,
  app: { ownerId: string },
): Promise<void> {
  if (viewer.role === 'admin') return;
  if ((await findPlan(check, app.ownerId)) === null)
    await refuseVersion(check, viewer, app, revisionLimitProblem(null, 0));
}

/** Messages about the owner's plan are useless to others, who cannot see or change it. */
const messageForOthers: Record<LimitProblem['kind'], string> = {
  'no-plan': 'The owner of this application has no active subscription, so nothing can be added to it.',
  reached:
    'This application has as many revisions as the plan of its owner allows. Delete one of them first.',
  over: 'The owner of this application has more applications than their plan allows, so nothing can be added to it.',
};

async function refuseVersion(
  check: LimitCheck,
  viewer: Pick<Viewer, 'id'>,
  app: { ownerId: string },
  problem: LimitProblem | null,
): Promise<void> {
  if (problem && viewer.id !== app.ownerId)
    throw new FluxError(limitCodes[problem.kind], messageForOthers[problem.kind]);
  await refuse(check, viewer, problem);
}

/** A user with an open payment cannot choose another plan. */
async function refuse(
  check: LimitCheck,
  person: Pick<Viewer, 'id'>,
  problem: LimitProblem | null,
): Promise<void> {
  if (problem === null) return;
  const owed = problem.kind === 'no-plan' ? await findOwed(check, person.id) : null;
  throw new FluxError(limitCodes[problem.kind], owed === null ? problem.message : openPaymentMessage(owed));
}
