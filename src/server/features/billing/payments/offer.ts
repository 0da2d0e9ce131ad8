import type { Context } from '#server/context.ts';
import type { Offer } from '#shared/billing/payments.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import type { Payments } from '../stripe/port.ts';
import { isNewcomer } from './customers.ts';
import { priceForSale } from './products.ts';

/**
 * What somebody is told before they buy: the same that `subscribe` goes by.
 * @throws FluxError `invalid_input` for a price that nobody can buy at
 */
export async function offerFor(
  context: Context,
  payments: Payments,
  viewer: Viewer,
  priceId: string,
): Promise<Offer> {
  const { unit_amount: amount, currency } = await priceForSale(context.config.payments, payments, priceId);
  const { trialDays } = context.config.payments;
  return { amount, currency, trialDays: (await isNewcomer(context, payments, viewer)) ? trialDays : 0 };
}
