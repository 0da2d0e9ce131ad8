import type { ErrorCode } from '../contract/errors.ts';
import type { Subscription } from './billing.ts';
import { isMoreOffered, unlimited } from './plans.ts';

/** Why nothing more can be uploaded. */
export interface LimitProblem {
  kind: 'no-plan' | 'reached' | 'over';
  message: string;
  /** What would help: to take a plan, or another one, or to delete something that counts. */
  ways: ('plan' | 'delete')[];
}

/** What the server answers for each. */
export const limitCodes: Record<LimitProblem['kind'], ErrorCode> = {
  'no-plan': 'subscription_required',
  reached: 'limit_reached',
  over: 'limit_reached',
};

type Held = Pick<Subscription, 'planLimits'> | null;

/** @param used how many applications somebody has */
export function appLimitProblem(subscription: Held, used: number): LimitProblem | null {
  if (!subscription)
    return {
      kind: 'no-plan',
      message: 'You need an active subscription to upload applications. Please choose a plan first.',
      ways: ['plan'],
    };
  const { maxApplications: limit, planName } = subscription.planLimits;
  if (leaves(limit, used) > 0) return null;
  return {
    kind: 'reached',
    message: `You have reached your application limit! You can upload up to ${limit} applications with your ${planName} plan. You currently have ${used} applications.`,
    ways: waysOn(isMoreOffered('maxApps', limit), limit > 0),
  };
}

/**
 * After a downgrade somebody may have more applications than the plan allows. They stay online, and neither an application
 * nor a revision can be added until they fit.
 * @param used how many applications somebody has
 */
export function overLimitProblem(subscription: Held, used: number): LimitProblem | null {
  if (!subscription) return null;
  const { maxApplications: limit, planName } = subscription.planLimits;
  // A plan that allows none at all says so itself.
  if (limit === unlimited || limit === 0 || used <= limit) return null;
  const over = countOf(used - limit);
  return {
    kind: 'over',
    message: `You have ${countOf(used)} and your ${planName} plan allows ${limit}. Nothing can be added until you delete ${over} or choose a larger plan.`,
    ways: waysOn(isMoreOffered('maxApps', limit), true),
  };
}

const countOf = (applications: number) => `${applications} application${applications === 1 ? '' : 's'}`;

/** @param used how many versions the application has, the first included */
export function revisionLimitProblem(subscription: Held, used: number): LimitProblem | null {
  if (!subscription)
    return {
      kind: 'no-plan',
      message: 'You need an active subscription to upload revisions. Please choose a plan first.',
      ways: ['plan'],
    };
  const { maxRevisionsPerApp: limit, planName } = subscription.planLimits;
  if (leaves(limit, used) > 0) return null;
  return {
    kind: 'reached',
    message: `You have reached your revision limit! You can upload up to ${limit} revisions per application with your ${planName} plan. You currently have ${used} revisions.`,
    // The active version stays, so where one is all that is allowed there is none to delete.
    ways: waysOn(isMoreOffered('maxRevisions', limit), limit > 1),
  };
}

function waysOn(byPlan: boolean, byDeleting: boolean): LimitProblem['ways'] {
  return [...(byPlan ? ['plan' as const] : []), ...(byDeleting ? ['delete' as const] : [])];
}

/** What whoever has a plan whose payment is open is told in place of `no-plan`. */
export function openPaymentMessage({ planLimits: { planName } }: Pick<Subscription, 'planLimits'>): string {
  return `A payment for your ${planName} plan is open. Until it is paid in the billing portal, nothing can be added.`;
}

/** What the API says where a plan cannot be changed or bought, since a payment for it is open. */
export function payFirstMessage(planName: string, amount: string): string {
  return `A payment of ${amount} for your ${planName} plan is open. Pay it in the billing portal first.`;
}

/** How many more a limit allows; after a downgrade there may be more than it allows, which is none more. */
export function leaves(limit: number, used: number): number {
  return limit === unlimited ? Number.POSITIVE_INFINITY : Math.max(0, limit - used);
}
