import Stripe from 'stripe';
import { ifThere } from './customers.ts';

/**
 * Gives up a purchase that was begun. Its bill goes first: Stripe refuses to void one that was paid, as in another tab a
 * moment ago, and what was paid for must not be cancelled.
 * @returns whether it is over; not where it was paid
 */
export async function giveUp(stripe: Stripe, subscriptionId: string): Promise<boolean> {
  const { status, latest_invoice: invoice } = await stripe.subscriptions.retrieve(subscriptionId);
  if (status === 'incomplete_expired' || status === 'canceled') return true;
  if (status !== 'incomplete') return false;
  if (typeof invoice === 'string' && !(await voidBill(stripe, invoice))) return false;
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
