import Stripe from 'stripe';
import { ifThere } from './customers.ts';

/**
 * Cancels an unpaid purchase, or a trial without a card. Its open invoice is voided first: Stripe refuses that if it
 * has just been paid, and a paid plan must not be cancelled.
 * @returns whether it is cancelled; false if it was paid or has a card
 */
export async function giveUp(stripe: Stripe, subscriptionId: string): Promise<boolean> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  const { status, latest_invoice: invoice, pending_setup_intent: setup } = subscription;
  if (status === 'incomplete_expired' || status === 'canceled') return true;
  if (status === 'trialing') {
    if (typeof setup !== 'string' || !(await cancelSetup(stripe, setup))) return false;
  } else if (status !== 'incomplete') return false;
  else if (typeof invoice === 'string' && !(await voidBill(stripe, invoice))) return false;
  // It may have ended with its bill.
  await ifThere(() => stripe.subscriptions.cancel(subscriptionId));
  return true;
}

async function voidBill(stripe: Stripe, invoiceId: string): Promise<boolean> {
  try {
    await stripe.invoices.voidInvoice(invoiceId);
    return true;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const { status } = await stripe.invoices.retrieve(invoiceId);
    if (status === 'paid') return false;
    if (status === 'void') return true;
    throw error;
  }
}

async function cancelSetup(stripe: Stripe, setupId: string): Promise<boolean> {
  try {
    await stripe.setupIntents.cancel(setupId);
    return true;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const { status } = await stripe.setupIntents.retrieve(setupId);
    if (status === 'succeeded') return false;
    if (status === 'canceled') return true;
    throw error;
  }
}
