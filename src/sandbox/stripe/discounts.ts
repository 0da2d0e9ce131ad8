import type { Coupon, Discount, Invoice, PromotionCode, Subscription } from './objects.ts';
import type { SandboxRepository } from './sandbox-repository.ts';
import { invalidRequest, newWireId } from './wire.ts';

/** In whole cents, never more than the amount. */
export function amountOff(coupon: Pick<Coupon, 'percent_off' | 'amount_off'>, amount: number): number {
  const off =
    coupon.percent_off === null ? (coupon.amount_off ?? 0) : Math.round((amount * coupon.percent_off) / 100);
  return Math.min(amount, off);
}

/** The amount that each discount of a subscription takes off a bill. */
export async function discountAmounts(
  repository: SandboxRepository,
  subscription: Subscription,
  amount: number,
): Promise<Invoice['total_discount_amounts']> {
  const amounts: Invoice['total_discount_amounts'] = [];
  let left = amount;
  for (const id of subscription.discounts) {
    const discount = await repository.get('discount', id);
    const coupon = await repository.get('coupon', discount.source.coupon);
    const off = amountOff(coupon, left);
    amounts.push({ amount: off, discount: id });
    left -= off;
  }
  return amounts;
}

/** A discount for the first month alone is gone with its bill. */
export async function spendOnce(repository: SandboxRepository, subscription: Subscription): Promise<void> {
  const kept: string[] = [];
  for (const id of subscription.discounts) {
    const discount = await repository.get('discount', id);
    const coupon = await repository.get('coupon', discount.source.coupon);
    if (coupon.duration === 'forever') kept.push(id);
    else await repository.save({ ...discount, end: repository.now });
  }
  subscription.discounts = kept;
}

/** @throws WireError for an unusable code */
export async function redeem(
  repository: SandboxRepository,
  promotionCodeId: string,
  { customer, subscription }: { customer: string; subscription: string },
): Promise<Discount> {
  const code = await repository.get('promotion_code', promotionCodeId, 'discounts[0][promotion_code]');
  if (!isUsable(code, repository.now))
    throw invalidRequest('This promotion code cannot be redeemed because it is inactive or has expired.', {
      code: 'promotion_code_invalid',
      param: 'discounts[0][promotion_code]',
    });
  await repository.save({ ...code, times_redeemed: code.times_redeemed + 1 });
  return repository.save<Discount>({
    id: newWireId('di'),
    object: 'discount',
    customer,
    subscription,
    promotion_code: code.id,
    source: code.promotion,
    start: repository.now,
    end: null,
  });
}

export function isUsable(code: PromotionCode, now: number): boolean {
  const { active, expires_at: expiresAt, max_redemptions: most, times_redeemed: times } = code;
  return active && (expiresAt === null || expiresAt > now) && (most === null || times < most);
}
