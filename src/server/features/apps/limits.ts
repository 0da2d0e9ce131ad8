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
 * What a plan allows. Asked early it spares somebody a wait and holds for that moment alone. It is decided in the
 * transaction that adds the app or version, given as `db`: with the person's row held for an app, with the app's row
 * held for a version, so that of many at once each counts the one before.
 */
type Asked = Pick<Context, 'db' | 'clock'>;

/** @throws FluxError `subscription_required`, `limit_reached` */
export async function requireRoomForApp(asked: Asked, owner: Pick<Viewer, 'id'>): Promise<void> {
  const plan = await findPlan(asked, owner.id);
  if (plan?.planLimits.maxApplications === unlimited) return;
  await refuse(asked, owner, appLimitProblem(plan, await countAppsOf(asked.db, owner.id)));
}

/**
 * The plan of the app's owner counts, whoever of those who may publish a version does.
 * @throws FluxError `subscription_required`, `limit_reached`
 */
export async function requireRoomForVersion(
  asked: Asked,
  viewer: Pick<Viewer, 'id' | 'role'>,
  app: { id: string; ownerId: string },
): Promise<void> {
  if (viewer.role === 'admin') return;
  const plan = await findPlan(asked, app.ownerId);
  if (plan?.planLimits.maxRevisionsPerApp === unlimited) return;
  const problem =
    overLimitProblem(plan, await countAppsOf(asked.db, app.ownerId)) ??
    revisionLimitProblem(plan, await countVersionsOf(asked.db, app.id));
  await refuseVersion(asked, viewer, app, problem);
}

/**
 * For where it is not known yet whether anything would be added: what was published already is answered again, also
 * where it was the last that the plan allows.
 * @throws FluxError `subscription_required`
 */
export async function requirePlan(asked: Asked, person: Pick<Viewer, 'id'>): Promise<void> {
  if ((await findPlan(asked, person.id)) === null) await refuse(asked, person, appLimitProblem(null, 0));
}

/**
 * The same for a version, for which the owner's plan counts.
 * @throws FluxError `subscription_required`
 */
export async function requirePlanForVersion(
  asked: Asked,
  viewer: Pick<Viewer, 'id' | 'role'>,
  app: { ownerId: string },
): Promise<void> {
  if (viewer.role === 'admin') return;
  if ((await findPlan(asked, app.ownerId)) === null)
    await refuseVersion(asked, viewer, app, revisionLimitProblem(null, 0));
}

/** What the owner is told of their own plan means nothing to others, who can neither see nor change it. */
const wordsForOthers: Record<LimitProblem['kind'], string> = {
  'no-plan': 'The owner of this application has no active subscription, so nothing can be added to it.',
  reached:
    'This application has as many revisions as the plan of its owner allows. Delete one of them first.',
  over: 'The owner of this application has more applications than their plan allows, so nothing can be added to it.',
};

async function refuseVersion(
  asked: Asked,
  viewer: Pick<Viewer, 'id'>,
  app: { ownerId: string },
  problem: LimitProblem | null,
): Promise<void> {
  if (problem && viewer.id !== app.ownerId)
    throw new FluxError(limitCodes[problem.kind], wordsForOthers[problem.kind]);
  await refuse(asked, viewer, problem);
}

/** Whose payment is open is not told to choose a plan, which would be refused to them. */
async function refuse(asked: Asked, person: Pick<Viewer, 'id'>, problem: LimitProblem | null): Promise<void> {
  if (problem === null) return;
  const owed = problem.kind === 'no-plan' ? await findOwed(asked, person.id) : null;
  throw new FluxError(limitCodes[problem.kind], owed === null ? problem.message : openPaymentMessage(owed));
}
