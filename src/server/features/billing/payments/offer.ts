import type { Context } from '#server/context.ts';
import type { Offer } from '#shared/billing/payments.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import type { Payments } from '../stripe/port.ts';
import { canHaveTrial } from './customers.ts';
import { priceForSale } from './products.ts';

/**
 * The offer that a user sees before buying, by the same rules as `subscribe`.
 * @throws FluxError `invalid_input` for a price that is not sold
 */
export async function offerFor(
  context: Context,
  payments: Payments,
  viewer: Viewer,
  priceId: string,
): Promise<Offer> {
  const { unit_amount: amount, currency } = await priceForSale(context.config.payments, payments, priceId);
  const { trialDays } = context.config.payments;
  return { amount, currency, trialDays: (await canHaveTrial(context, payments, viewer)) ? trialDays : 0 };
}
