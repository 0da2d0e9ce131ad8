import { createHash, timingSafeEqual } from 'node:crypto';
import type Stripe from 'stripe';
import { FluxError } from '#shared/contract/errors.ts';
import { withFluxErrors } from '../../server/features/billing/stripe/errors.ts';

export interface TypedCard {
  number: string;
  exp_month: number;
  exp_year: number;
  cvc: string;
  postal_code?: string | undefined;
}

/** Makes the calls that Stripe's script makes in a browser. */
export function createTestCardAt(stripe: Stripe, { postal_code: postalCode, ...card }: TypedCard) {
  return withFluxErrors(async () => {
    const method = await stripe.paymentMethods.create({
      type: 'card',
      card,
      ...(postalCode ? { billing_details: { address: { postal_code: postalCode } } } : {}),
    });
    const { brand = '', last4 = '' } = method.card ?? {};
    return { paymentMethodId: method.id, brand, last4 };
  });
}

/**
 * Confirms a payment or a setup by its client secret.
 * @throws FluxError `not_found` for an unknown secret
 */
export function confirmAt(
  stripe: Stripe,
  secret: string,
  paymentMethodId: string | undefined,
): Promise<{ status: string }> {
  const [id = ''] = secret.split('_secret_');
  const intents = id.startsWith('seti_') ? stripe.setupIntents : stripe.paymentIntents;
  const method = paymentMethodId === undefined ? {} : { payment_method: paymentMethodId };
  return withFluxErrors(async () => {
    const intent = await intents.retrieve(id).catch(() => null);
    if (!intent || !isSame(intent.client_secret ?? '', secret)) throw new FluxError('not_found');
    const { status } = await intents.confirm(id, method);
    return { status };
  });
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
