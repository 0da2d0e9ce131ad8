import type { Discount } from '#shared/billing/payments.ts';
import type { Promotion } from '../stripe/port.ts';

export interface PromotionFacts {
  /** Cents. */
  amount: number;
  currency: string;
  productId: string;
  now: Date;
  /** Whether the user has never paid. */
  isFirst: boolean;
  /** The ids of redeemed promotions, also of ended plans. */
  used: readonly string[];
}

/** The first payment in cents, or the code's problem. */
export type PromotionResult = Discount | { problem: string };

export function applyPromotion(promotion: Promotion | null, facts: PromotionFacts): PromotionResult {
  const { amount, currency, productId, now, isFirst, used } = facts;
  if (promotion === null) return { problem: 'This promo code does not exist.' };
  if (promotion.expiresAt !== null && promotion.expiresAt <= now)
    return { problem: 'This promo code has expired.' };
  if (!promotion.isActive) return { problem: 'This promo code is no longer valid.' };
  if (used.includes(promotion.id)) return { problem: 'You have used this promo code already.' };
  if (promotion.firstTimeOnly && !isFirst)
    return { problem: 'This promo code is for a first subscription only.' };
  if (promotion.productIds !== null && !promotion.productIds.includes(productId))
    return { problem: 'This promo code is not for this plan.' };
  if (promotion.minimumAmount !== null && amount < promotion.minimumAmount)
    return { problem: 'This promo code is not for a plan of this price.' };
  // A fixed amount in another currency does not apply.
  if (promotion.amountOff !== null && promotion.currency !== currency)
    return { problem: 'This promo code is for another currency.' };
  const off =
    promotion.percentOff === null
      ? (promotion.amountOff ?? 0)
      : Math.round((amount * promotion.percentOff) / 100);
  const discountAmount = Math.min(amount, off);
  return { discountAmount, finalAmount: amount - discountAmount, discountedPayments: promotion.payments };
}
