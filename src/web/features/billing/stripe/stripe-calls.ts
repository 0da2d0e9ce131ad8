import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { type CardPart, noElements } from '../card-fields/card-form.ts';
import { asCardError } from './stripe-errors.ts';

/** @throws ApiError */
export async function createCard(
  stripe: Stripe,
  elements: StripeElements,
  postalCode: string,
): Promise<string> {
  // Stripe finds the other two itself.
  const card = elements.getElement('cardNumber');
  if (card === null) throw noElements();
  const billing_details = postalCode === '' ? {} : { address: { postal_code: postalCode } };
  const { error, paymentMethod } = await stripe.createPaymentMethod({ type: 'card', card, billing_details });
  if (error) throw asCardError(error);
  return paymentMethod.id;
}

export function elementOf(elements: StripeElements, part: CardPart) {
  if (part === 'number') return elements.getElement('cardNumber');
  return part === 'expiry' ? elements.getElement('cardExpiry') : elements.getElement('cardCvc');
}

/**
 * Confirms a payment, or a card for later, with authentication if the bank requires it (3D Secure).
 * @throws ApiError
 */
export async function confirmCard(stripe: Stripe, clientSecret: string, methodId: string): Promise<void> {
  const data = { payment_method: methodId };
  const { error } = clientSecret.startsWith('seti_')
    ? await stripe.confirmCardSetup(clientSecret, data)
    : await stripe.confirmCardPayment(clientSecret, data);
  refuseUnlessDone(error);
}

/** An earlier confirmation, for example after a lost response, counts as success. */
export function refuseUnlessDone(error: StripeError | undefined): void {
  if (!error) return;
  const { status } = error.payment_intent ?? error.setup_intent ?? {};
  if (status !== 'succeeded') throw asCardError(error);
}
