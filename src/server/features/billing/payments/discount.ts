import type { Context } from '#server/context.ts';
import type { Discount } from '#shared/billing/payments.ts';
import { invalidField } from '#shared/contract/errors.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import type { Payments } from '../stripe/port.ts';
import { canHaveTrial, promotionsUsedBy } from './customers.ts';
import { priceForSale } from './products.ts';
import { applyPromotion } from './promotion.ts';

/**
 * The discount of a code on the first payment of a price.
 * @throws FluxError `invalid_input` with the code's problem
 */
export async function discountFor(
  context: Context,
  payments: Payments,
  viewer: Viewer,
  { promoCode, priceId }: { promoCode: string; priceId: string },
): Promise<Discount> {
  const price = await priceForSale(context.config.payments, payments, priceId);
  const isFirst = await canHaveTrial(context, payments, viewer);
  // An empty code, from a cleared field, has no discount.
  if (promoCode === '')
    return { discountAmount: 0, finalAmount: price.unit_amount, discountedPayments: null };
  const result = applyPromotion(await payments.findPromotion(promoCode), {
    amount: price.unit_amount,
    currency: price.currency,
    productId: price.productId,
    now: context.clock.now(),
    isFirst,
    used: await promotionsUsedBy(context, payments, viewer),
  });
  if ('problem' in result) throw invalidField('promoCode', result.problem);
  return result;
}
