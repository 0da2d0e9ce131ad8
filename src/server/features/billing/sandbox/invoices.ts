import { chargeError } from './cards.ts';
import { discountAmounts, spendOnce } from './discounts.ts';
import type { Invoice, PaymentError, PaymentIntent, Subscription } from './objects.ts';
import type { Shelf } from './shelf.ts';
import { newWireId, wireList } from './wire.ts';

export interface Billed {
  reason: Invoice['billing_reason'];
  /** Before discounts and credit. */
  amount: number;
  start: number;
  end: number;
  /** A first payment is confirmed in the browser; what is due later is charged at once. */
  confirmed?: boolean;
  discounted?: boolean;
}

/**
 * Writes the bill of a period. What there is nothing to pay for is paid with that. A discount that was for one bill
 * alone is taken off the subscription, which the caller saves.
 */
export async function bill(
  shelf: Shelf,
  subscription: Subscription,
  { reason, amount, start, end, confirmed = false, discounted = true }: Billed,
): Promise<Invoice> {
  const { customer, credit, ...sums } = await sumUp(shelf, subscription, { amount, discounted });
  const { amount_due: due } = sums;
  if (credit > 0) await shelf.save({ ...customer, balance: sums.ending_balance });
  const common = shelf.make('invoice', 'in');
  const payment = due === 0 ? null : await makePayment(shelf, subscription, common.id, due, confirmed);
  const invoice: Invoice = {
    ...common,
    customer: subscription.customer,
    status: due === 0 ? 'paid' : 'open',
    billing_reason: reason,
    collection_method: 'charge_automatically',
    currency: 'usd',
    ...sums,
    amount_paid: 0,
    amount_remaining: due,
    attempt_count: 0,
    attempted: due === 0,
    next_payment_attempt: null,
    period_start: start,
    period_end: end,
    lines: wireList(`/v1/invoices/${common.id}/lines`, [
      { id: newWireId('il'), object: 'line_item', amount, currency: 'usd', period: { start, end } },
    ]),
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    _payment_intent: payment?.id ?? null,
  };
  if (discounted) await spendOnce(shelf, subscription);
  await shelf.save(invoice);
  await shelf.emit('invoice.created', invoice);
  await shelf.emit('invoice.finalized', invoice);
  if (due === 0) await shelf.emit('invoice.paid', invoice);
  return invoice;
}

/** What is left of an amount to be paid, after discounts and credit. One below zero is credited as it is. */
export async function sumUp(
  shelf: Shelf,
  subscription: Subscription,
  { amount, discounted = true }: Pick<Billed, 'amount' | 'discounted'>,
) {
  const customer = await shelf.get('customer', subscription.customer);
  const discounts = discounted && amount > 0 ? await discountAmounts(shelf, subscription, amount) : [];
  const total = discounts.reduce((left, discount) => left - discount.amount, amount);
  const credit = Math.max(0, Math.min(total, -customer.balance));
  return {
    customer,
    credit,
    subtotal: amount,
    total,
    starting_balance: customer.balance,
    ending_balance: customer.balance + (total < 0 ? total : credit),
    total_discount_amounts: discounts,
    amount_due: Math.max(0, total - credit),
  };
}

async function makePayment(
  shelf: Shelf,
  subscription: Subscription,
  invoiceId: string,
  amount: number,
  confirmed: boolean,
): Promise<PaymentIntent> {
  const common = shelf.make('payment_intent', 'pi');
  const method = subscription.default_payment_method;
  const payment: PaymentIntent = {
    ...common,
    amount,
    amount_received: 0,
    currency: 'usd',
    customer: subscription.customer,
    client_secret: `${common.id}_secret_${newWireId('x').slice(2)}`,
    status: confirmed && method !== null ? 'requires_confirmation' : 'requires_payment_method',
    payment_method: method,
    last_payment_error: null,
    metadata: {},
    _invoice: invoiceId,
  };
  await shelf.save(payment);
  await shelf.emit('payment_intent.created', payment);
  return payment;
}

const noCard: PaymentError = {
  type: 'card_error',
  code: 'payment_intent_payment_attempt_failed',
  decline_code: 'generic_decline',
  message: 'This customer has no default payment method.',
};

/**
 * Tries to have an open bill paid with a card.
 * @param methodId null: there is none, and the attempt fails
 * @returns why it was not paid, or null
 */
export async function charge(
  shelf: Shelf,
  invoice: Invoice,
  methodId: string | null,
): Promise<PaymentError | null> {
  const payment = await shelf.get('payment_intent', invoice._payment_intent ?? '');
  const method = await shelf.find('payment_method', methodId);
  const error = method ? chargeError(method._behaviour) : noCard;
  const attempt_count = invoice.attempt_count + 1;
  if (error !== null) {
    const refused: PaymentIntent = {
      ...payment,
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: error,
    };
    await shelf.save(refused);
    await shelf.emit('payment_intent.payment_failed', refused);
    const open = await shelf.save({ ...invoice, attempted: true, attempt_count });
    await shelf.emit('invoice.payment_failed', open);
    return error;
  }
  const succeeded: PaymentIntent = {
    ...payment,
    status: 'succeeded',
    amount_received: payment.amount,
    payment_method: methodId,
    last_payment_error: null,
  };
  await shelf.save(succeeded);
  await shelf.emit('payment_intent.succeeded', succeeded);
  const paid = await shelf.save<Invoice>({
    ...invoice,
    status: 'paid',
    attempted: true,
    attempt_count,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
  });
  await shelf.emit('invoice.paid', paid);
  await shelf.emit('invoice.payment_succeeded', paid);
  return null;
}

/** Nobody has to pay it any more. */
export async function close(
  shelf: Shelf,
  invoiceId: string | null,
  status: 'void' | 'uncollectible',
): Promise<void> {
  const invoice = await shelf.find('invoice', invoiceId);
  if (invoice?.status !== 'open') return;
  const payment = await shelf.find('payment_intent', invoice._payment_intent);
  if (payment && payment.status !== 'succeeded') await shelf.save({ ...payment, status: 'canceled' });
  const closed = await shelf.save<Invoice>({ ...invoice, status, next_payment_attempt: null });
  await shelf.emit(status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible', closed);
}
