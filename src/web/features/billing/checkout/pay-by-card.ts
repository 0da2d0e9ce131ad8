import type { QueryClient } from '@tanstack/react-query';
import { listSubscriptions } from '#shared/billing/billing.ts';
import { createSubscription } from '#shared/billing/payments.ts';
import type { PaidTier } from '#shared/billing/plans.ts';
import { isValid } from '#shared/billing/subscription.ts';
import { ApiError, call } from '#web/api.ts';
import { texts } from '#web/i18n/en/billing/checkout.ts';
import { serverNow } from '#web/lib/session/server-time.ts';
import { type CardForm, noElements } from '../card-fields/card-form.ts';

export interface CardOrder {
  priceId: string;
  postalCode: string;
  promoCode: string | null;
  /** Whether a trial was shown: then nothing may be charged now. */
  onTrial: boolean;
}

/** A started trial that still needs a card for its end; null if none. */
export type StartedTrial = { current: { clientSecret: string } | null };

/**
 * Buys a plan with the typed card. After a refusal another card can be used: the server continues the started
 * purchase, and a running trial only needs its card.
 */
export async function payByCard(card: CardForm | null, order: CardOrder, begun: StartedTrial): Promise<void> {
  if (!card) throw noElements();
  const { priceId, promoCode, postalCode } = order;
  const paymentMethodId = await card.createCard(postalCode);
  if (begun.current) return card.confirm(begun.current.clientSecret, paymentMethodId);
  const body = { priceId, paymentMethodId, promoCode };
  const { subscription } = await call(createSubscription, { body });
  const { latest_invoice: invoice, pending_setup_intent: setup } = subscription;
  if (invoice.payment_intent) {
    if (order.onTrial) throw new ApiError('conflict', texts.thisOneHasNoTrial);
    return card.confirm(invoice.payment_intent.client_secret, paymentMethodId);
  }
  if (!setup) return;
  begun.current = { clientSecret: setup.client_secret };
  await card.confirm(setup.client_secret, paymentMethodId);
}

const attempts = 16;
const pauseMilliseconds = 500;

/**
 * Waits until Flux has received the payment, so that the next page shows the plan. Limited, because that page
 * shows the waiting state. Failed requests are repeated.
 */
export async function waitForPlan(client: QueryClient, tier: PaidTier): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const subscriptions = await call(listSubscriptions).catch(() => []);
    if (subscriptions.some((each) => each.tier === tier && isValid(each, serverNow()))) break;
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
  }
  await client.invalidateQueries({ queryKey: ['subscriptions'] });
}
