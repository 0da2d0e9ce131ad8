import type { ErrorCode } from '../contract/errors.ts';
import type { Subscription } from './billing.ts';
import { isMoreOffered, unlimited } from './plans.ts';

/** The reason why uploads are refused. */
export interface LimitProblem {
  kind: 'no-plan' | 'reached' | 'over';
  message: string;
  /** Possible solutions: choose a plan, change the plan, or delete something that counts. */
  ways: ('plan' | 'delete')[];
}

/** The server's message for each reason. */
export const limitCodes: Record<LimitProblem['kind'], ErrorCode> = {
  'no-plan': 'subscription_required',
  reached: 'limit_reached',
  over: 'limit_reached',
};

type Held = Pick<Subscription, 'planLimits'> | null;

/** @param used number of the owner's applications */
export function appLimitProblem(subscription: Held, used: number): LimitProblem | null {
  if (!subscription)
    return {
      kind: 'no-plan',
      message: 'You need an active subscription to upload applications. Please choose a plan first.',
      ways: ['plan'],
    };
  const { maxApplications: limit, planName } = subscription.planLimits;
  if (remainingCount(limit, used) > 0) return null;
  return {
    kind: 'reached',
    message: `You have reached your application limit! You can upload up to ${limit} applications with your ${planName} plan. You currently have ${used} applications.`,
    ways: waysOn(isMoreOffered('maxApps', limit), limit > 0),
  };
}

/**
 * After a downgrade an account may have more applications than its plan allows. They stay online, but neither
 * applications nor revisions can be added until they fit.
 * @param used number of the owner's applications
 */
export function overLimitProblem(subscription: Held, used: number): LimitProblem | null {
  if (!subscription) return null;
  const { maxApplications: limit, planName } = subscription.planLimits;
  // A plan without applications has its own message.
  if (limit === unlimited || limit === 0 || used <= limit) return null;
  const over = countOf(used - limit);
  return {
    kind: 'over',
    message: `You have ${countOf(used)} and your ${planName} plan allows ${limit}. Nothing can be added until you delete ${over} or choose a larger plan.`,
    ways: waysOn(isMoreOffered('maxApps', limit), true),
  };
}

const countOf = (applications: number) => `${applications} application${applications === 1 ? '' : 's'}`;

/** @param used number of the application's versions, including the first */
export function revisionLimitProblem(subscription: Held, used: number): LimitProblem | null {
  if (!subscription)
    return {
      kind: 'no-plan',
      message: 'You need an active subscription to upload revisions. Please choose a plan first.',
      ways: ['plan'],
    };
  const { maxRevisionsPerApp: limit, planName } = subscription.planLimits;
  if (remainingCount(limit, used) > 0) return null;
  return {
    kind: 'reached',
    message: `You have reached your revision limit! You can upload up to ${limit} revisions per application with your ${planName} plan. You currently have ${used} revisions.`,
    // The active version cannot be deleted, so with a limit of one there is nothing to delete.
    ways: waysOn(isMoreOffered('maxRevisions', limit), limit > 1),
  };
}

function waysOn(byPlan: boolean, byDeleting: boolean): LimitProblem['ways'] {
  return [...(byPlan ? ['plan' as const] : []), ...(byDeleting ? ['delete' as const] : [])];
}

/** Replaces the message of `no-plan` for accounts with an open payment. */
export function openPaymentMessage({ planLimits: { planName } }: Pick<Subscription, 'planLimits'>): string {
  return `A payment for your ${planName} plan is open. Until it is paid in the billing portal, nothing can be added.`;
}

/** The API's message when an open payment prevents a change or purchase of a plan. */
export function payFirstMessage(planName: string, amount: string): string {
  return `A payment of ${amount} for your ${planName} plan is open. Pay it in the billing portal first.`;
}

/** Remaining count up to a limit; 0 if a downgrade left more than the limit. */
export function remainingCount(limit: number, used: number): number {
  return limit === unlimited ? Number.POSITIVE_INFINITY : Math.max(0, limit - used);
}
