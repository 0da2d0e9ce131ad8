import type { Subscription } from '#shared/billing.ts';
import { paymentsUnavailable } from '#shared/payment-errors.ts';
import { type PaidTier, plans } from '#shared/plans.ts';
import { isPaymentOpen } from '#shared/subscription.ts';
import { texts } from '../../../i18n/en/billing/plans.ts';
import { format } from '../../../i18n/format.ts';
import { changeTitle } from '../manage/change-direction.ts';

/** What the button of a plan that costs leads to. */
export type PlanCta =
  | { to: 'checkout' }
  | { to: 'change'; label: string }
  | { to: 'management'; label: string }
  | { to: 'nothing'; reason: string }
  /** Not known yet. */
  | { to: 'waiting' };

export interface PlanFacts {
  /** Null: nobody can pay here. Undefined: not known yet, or not to be learnt. */
  service: string | null | undefined;
  /** The subscription that counts: null is none, or nobody. Undefined: not known yet. */
  current: Subscription | null | undefined;
  /** What is paid for, or is to be. */
  held: Subscription | null;
  /** Whether there is a price to buy the plan at. Undefined: not known yet. */
  isSold: boolean | undefined;
  /** The catalogue or the way to pay could not be read. */
  isUnreachable: boolean;
}

export function planCta(tier: PaidTier, facts: PlanFacts): PlanCta {
  const { service, current, held } = facts;
  if (current?.isAdmin) return unavailable(texts.administratorsHaveEveryRight);
  if (service === null) return unavailable(texts.noPaymentsHere);
  if (facts.isUnreachable) return unavailable(paymentsUnavailable);
  if (current === undefined || service === undefined) return { to: 'waiting' };
  if (held !== null) return ctaForBilledPlan(held, tier);
  if (facts.isSold === undefined) return { to: 'waiting' };
  return facts.isSold ? { to: 'checkout' } : unavailable(texts.thisPlanIsNotForSale);
}

function ctaForBilledPlan(held: Subscription, tier: PaidTier): PlanCta {
  const { name } = plans[held.tier];
  if (held.priceId === null) return unavailable(format(texts.youHaveNameWriteToUsTo, { name }));
  if (held.tier === tier) return { to: 'management', label: texts.managePlan };
  if (isPaymentOpen(held)) return unavailable(format(texts.aPaymentForNameIsOpenThe, { name }));
  return { to: 'change', label: changeTitle(held.tier, tier) };
}

function unavailable(reason: string): PlanCta {
  return { to: 'nothing', reason };
}
