import type { Subscription } from '#shared/billing.ts';
import { paymentsUnavailable } from '#shared/payment-errors.ts';
import { type PaidTier, plans } from '#shared/plans.ts';
import { isPaymentOpen } from '#shared/subscription.ts';
import { texts } from '../../../i18n/en/billing/plans.ts';
import { fill } from '../../../i18n/format.ts';
import { changeTitle } from '../manage/change-direction.ts';

/** What the button of a plan that costs leads to. */
export type WayToPlan =
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

export function wayToPlan(tier: PaidTier, facts: PlanFacts): WayToPlan {
  const { service, current, held } = facts;
  if (current?.isAdmin) return nothing(texts.administratorsHaveEveryRight);
  if (service === null) return nothing(texts.noPaymentsHere);
  if (facts.isUnreachable) return nothing(paymentsUnavailable);
  if (current === undefined || service === undefined) return { to: 'waiting' };
  if (held !== null) return wayFrom(held, tier);
  if (facts.isSold === undefined) return { to: 'waiting' };
  return facts.isSold ? { to: 'checkout' } : nothing(texts.thisPlanIsNotForSale);
}

function wayFrom(held: Subscription, tier: PaidTier): WayToPlan {
  const { name } = plans[held.tier];
  if (held.priceId === null) return nothing(fill(texts.youHaveNameWriteToUsTo, { name }));
  if (held.tier === tier) return { to: 'management', label: texts.managePlan };
  if (isPaymentOpen(held)) return nothing(fill(texts.aPaymentForNameIsOpenThe, { name }));
  return { to: 'change', label: changeTitle(held.tier, tier) };
}

function nothing(reason: string): WayToPlan {
  return { to: 'nothing', reason };
}
