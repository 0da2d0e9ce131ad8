import type { Subscription } from '#shared/billing/billing.ts';
import { paymentsUnavailable } from '#shared/billing/payment-errors.ts';
import { type PaidTier, plans } from '#shared/billing/plans.ts';
import { isPaymentOpen } from '#shared/billing/subscription.ts';
import { texts } from '#web/i18n/en/billing/plans.ts';
import { format } from '#web/i18n/format.ts';
import { changeTitle } from '../manage/change-direction.ts';

/** The action of a paid plan's button. */
export type PlanCta =
  | { to: 'checkout' }
  | { to: 'change'; label: string }
  | { to: 'management'; label: string }
  | { to: 'nothing'; reason: string }
  /** Not known yet. */
  | { to: 'waiting' };

export interface PlanFacts {
  /** Null: payments are off. Undefined: not known yet, or not available. */
  service: string | null | undefined;
  /** The current subscription. Null: none, or signed out. Undefined: not known yet. */
  current: Subscription | null | undefined;
  /** The plan that is paid or has an open payment. */
  billed: Subscription | null;
  /** Whether the plan has a price. Undefined: not known yet. */
  isSold: boolean | undefined;
  /** The catalogue or the payment settings could not be loaded. */
  isUnreachable: boolean;
}

export function planCta(tier: PaidTier, facts: PlanFacts): PlanCta {
  const { service, current, billed } = facts;
  if (current?.isAdmin) return unavailable(texts.administratorsHaveAllPermissions);
  if (service === null) return unavailable(texts.noPaymentsHere);
  if (facts.isUnreachable) return unavailable(paymentsUnavailable);
  if (current === undefined || service === undefined) return { to: 'waiting' };
  if (billed !== null) return ctaForBilledPlan(billed, tier);
  if (facts.isSold === undefined) return { to: 'waiting' };
  return facts.isSold ? { to: 'checkout' } : unavailable(texts.thisPlanIsNotForSale);
}

function ctaForBilledPlan(billed: Subscription, tier: PaidTier): PlanCta {
  const { name } = plans[billed.tier];
  if (billed.priceId === null) return unavailable(format(texts.youHaveNameContactUsToChangeIt, { name }));
  if (billed.tier === tier) return { to: 'management', label: texts.managePlan };
  if (isPaymentOpen(billed)) return unavailable(format(texts.aPaymentForNameIsOpenThe, { name }));
  return { to: 'change', label: changeTitle(billed.tier, tier) };
}

function unavailable(reason: string): PlanCta {
  return { to: 'nothing', reason };
}
