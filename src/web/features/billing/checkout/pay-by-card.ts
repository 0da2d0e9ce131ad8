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
  /** Whether a trial was promised: then nothing may be charged now. */
  onTrial: boolean;
}

/** A trial that has begun and waits for a card that can be charged at its end; null is none. */
export type BegunTrial = { current: { clientSecret: string } | null };

/**
 * Buys a plan with the card that was typed. Whatever is refused can be tried again with another card: the server takes
 * up what was begun, and a trial that goes on already asks for its card alone.
 */
export async function payByCard(card: CardForm | null, order: CardOrder, begun: BegunTrial): Promise<void> {
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
 * Waits until Flux has heard of a payment, so that the next page shows the plan; not for ever, since that page says what
 * it waits for. What could not be asked is asked again.
 */
export async function waitForPlan(client: QueryClient, tier: PaidTier): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const subscriptions = await call(listSubscriptions).catch(() => []);
    if (subscriptions.some((each) => each.tier === tier && isValid(each, serverNow()))) break;
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
  }
  await client.invalidateQueries({ queryKey: ['subscriptions'] });
}
