import { invalidField } from '#shared/errors.ts';
import type { Context } from '../../../context.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import type { Payments } from '../stripe/port.ts';
import { isNothing } from './merge.ts';
import { priceForSale } from './products.ts';
import { applyPromotion } from './promotion.ts';
import { findCustomer } from './store.ts';

/**
 * What a code takes off the first payment of a price.
 * @throws FluxError `invalid_input` with what is wrong with the code
 */
export async function discountFor(
  { db, clock, config }: Context,
  payments: Payments,
  viewer: Viewer,
  { promoCode, priceId }: { promoCode: string; priceId: string },
): Promise<{ discountAmount: number; finalAmount: number }> {
  const price = await priceForSale(config.payments, payments, priceId);
  const customer = await findCustomer(db, viewer.id, payments.service);
  const earlier = customer ? await payments.listSubscriptions(customer.customer_id) : [];
  // None is typed where the field is cleared, and takes nothing off.
  if (promoCode === '') return { discountAmount: 0, finalAmount: price.unit_amount };
  const result = applyPromotion(await payments.findPromotion(promoCode), {
    amount: price.unit_amount,
    currency: price.currency,
    productId: price.productId,
    now: clock.now(),
    isFirst: earlier.every(isNothing),
  });
  if ('problem' in result) throw invalidField('promoCode', result.problem);
  return result;
}
