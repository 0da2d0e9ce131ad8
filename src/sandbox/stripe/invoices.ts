import { chargeError } from './cards.ts';
import { discountAmounts, spendOnce } from './discounts.ts';
import type { Invoice, PaymentError, PaymentIntent, Subscription } from './objects.ts';
import type { SandboxRepository } from './sandbox-repository.ts';
import { newWireId, wireList } from './wire.ts';

export interface Billed {
  reason: Invoice['billing_reason'];
  /** Before discounts and credit. */
  amount: number;
  start: number;
  end: number;
  /** A first payment is confirmed in the browser; later ones are charged immediately. */
  confirmed?: boolean;
  discounted?: boolean;
}

/**
 * Creates the invoice of a period. An invoice of zero is paid. A one-time discount is removed from the subscription,
 * which the caller saves.
 */
export async function bill(
  repository: SandboxRepository,
  subscription: Subscription,
  { reason, amount, start, end, confirmed = false, discounted = true }: Billed,
): Promise<Invoice> {
  const { customer, credit, ...sums } = await sumUp(repository, subscription, { amount, discounted });
  const { amount_due: due } = sums;
  if (credit > 0) await repository.save({ ...customer, balance: sums.ending_balance });
  const common = repository.make('invoice', 'in');
  const payment = due === 0 ? null : await makePayment(repository, subscription, common.id, due, confirmed);
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
  if (discounted) await spendOnce(repository, subscription);
  await repository.save(invoice);
  await repository.emit('invoice.created', invoice);
  await repository.emit('invoice.finalized', invoice);
  if (due === 0) await repository.emit('invoice.paid', invoice);
  return invoice;
}

/** The amount due after discounts and credit. A negative amount becomes a credit. */
export async function sumUp(
  repository: SandboxRepository,
  subscription: Subscription,
  { amount, discounted = true }: Pick<Billed, 'amount' | 'discounted'>,
) {
  const customer = await repository.get('customer', subscription.customer);
  const discounts = discounted && amount > 0 ? await discountAmounts(repository, subscription, amount) : [];
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
  repository: SandboxRepository,
  subscription: Subscription,
  invoiceId: string,
  amount: number,
  confirmed: boolean,
): Promise<PaymentIntent> {
  const common = repository.make('payment_intent', 'pi');
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
  await repository.save(payment);
  await repository.emit('payment_intent.created', payment);
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
  repository: SandboxRepository,
  invoice: Invoice,
  methodId: string | null,
): Promise<PaymentError | null> {
  const payment = await repository.get('payment_intent', invoice._payment_intent ?? '');
  const method = await repository.find('payment_method', methodId);
  const error = method ? chargeError(method._behaviour) : noCard;
  const attempt_count = invoice.attempt_count + 1;
  if (error !== null) {
    const refused: PaymentIntent = {
      ...payment,
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: error,
    };
    await repository.save(refused);
    await repository.emit('payment_intent.payment_failed', refused);
    const open = await repository.save({ ...invoice, attempted: true, attempt_count });
    await repository.emit('invoice.payment_failed', open);
    return error;
  }
  const succeeded: PaymentIntent = {
    ...payment,
    status: 'succeeded',
    amount_received: payment.amount,
    payment_method: methodId,
    last_payment_error: null,
  };
  await repository.save(succeeded);
  await repository.emit('payment_intent.succeeded', succeeded);
  const paid = await repository.save<Invoice>({
    ...invoice,
    status: 'paid',
    attempted: true,
    attempt_count,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
  });
  await repository.emit('invoice.paid', paid);
  await repository.emit('invoice.payment_succeeded', paid);
  return null;
}

/** Voids the invoice. */
export async function close(
  repository: SandboxRepository,
  invoiceId: string | null,
  status: 'void' | 'uncollectible',
): Promise<void> {
  const invoice = await repository.find('invoice', invoiceId);
  if (invoice?.status !== 'open') return;
  const payment = await repository.find('payment_intent', invoice._payment_intent);
  if (payment && payment.status !== 'succeeded') await repository.save({ ...payment, status: 'canceled' });
  const closed = await repository.save<Invoice>({ ...invoice, status, next_payment_attempt: null });
  await repository.emit(status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible', closed);
}
