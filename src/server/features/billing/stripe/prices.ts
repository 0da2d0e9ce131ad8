import type Stripe from 'stripe';
import type { Bill, PriceChange } from './port.ts';
import { readBill, removeScheduledEnd } from './read.ts';

/** The same parameters for a change and its preview, so that both cost the same. */
function paramsOf(subscription: Stripe.Subscription, { priceId, proratedAt }: PriceChange) {
  const [item] = subscription.items.data;
  const items = [{ id: item?.id ?? '', price: priceId }];
  // A plan change withdraws a cancellation.
  const common = { items, ...removeScheduledEnd(subscription) };
  // A trial was not paid, so there is nothing to prorate.
  if (subscription.status === 'trialing') return { ...common, proration_behavior: 'none' } as const;
  const seconds = Math.floor(proratedAt.getTime() / 1000);
  return {
    ...common,
    proration_behavior: 'always_invoice',
    // Clocks differ, and a period cannot start before its beginning.
    proration_date: Math.max(seconds, item?.current_period_start ?? seconds),
  } as const;
}

export async function changePrice(stripe: Stripe, id: string, change: PriceChange): Promise<void> {
  const params = paramsOf(await stripe.subscriptions.retrieve(id), change);
  await stripe.subscriptions.update(id, { ...params, payment_behavior: 'error_if_incomplete' });
}

export async function previewPrice(stripe: Stripe, id: string, change: PriceChange): Promise<Bill> {
  const subscription = await stripe.subscriptions.retrieve(id);
  // What would be shown for a trial is the bill at its end.
  if (subscription.status === 'trialing') return { amountDue: 0, credit: 0, currency: subscription.currency };
  const details = paramsOf(subscription, change);
  return readBill(await stripe.invoices.createPreview({ subscription: id, subscription_details: details }));
}
