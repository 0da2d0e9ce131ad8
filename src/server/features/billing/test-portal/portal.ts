import type Stripe from 'stripe';
import type { Context } from '#server/context.ts';
import type { TestBilling } from '#shared/billing/test-payments.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { currentPaid, isUsable } from '../payments/merge.ts';
import { tierOfPrice } from '../payments/prices.ts';
import { withFluxErrors } from '../stripe/errors.ts';
import type { Payments } from '../stripe/port.ts';
import { customerCredit } from '../stripe/terms.ts';
import type { BillingSession } from './session.ts';

/** The services of the page: the sandbox by Stripe's SDK and by the port. */
export interface Portal {
  config: Context['config'];
  stripe: Stripe;
  payments: Payments;
}

const maxListed = 100;

export async function readBilling(
  { config, stripe, payments }: Portal,
  { customer, returnUrl }: BillingSession,
): Promise<TestBilling> {
  const limit = maxListed;
  const plan = await planOf(payments, customer);
  return withFluxErrors(async () => {
    const { data: cards } = await stripe.paymentMethods.list({ customer, type: 'card', limit });
    const { data: bills } = await stripe.invoices.list({ customer, limit });
    const buyer = await stripe.customers.retrieve(customer);
    const used = await usedCard(stripe, buyer, plan?.id ?? null);
    const outlook = plan && (await payments.readOutlook(plan.id));
    return {
      returnUrl,
      cards: cards.map(({ id, card }) => ({
        id,
        brand: card?.brand ?? '',
        last4: card?.last4 ?? '',
        exp_month: card?.exp_month ?? 0,
        exp_year: card?.exp_year ?? 0,
        isDefault: id === used,
      })),
      bills: bills.map(({ id, created, amount_due: amount, currency, status }) => ({
        id,
        createdAt: new Date(created * 1000).toISOString(),
        amount,
        currency,
        status: status ?? 'draft',
      })),
      plan: plan && {
        tier: tierOfPrice(config.payments, plan.priceId),
        status: plan.status,
        cancelAtPeriodEnd: plan.cancelAtPeriodEnd,
        currentPeriodEnd: plan.currentPeriodEndsAt?.toISOString() ?? null,
        nextBill: outlook?.upcoming ?? null,
      },
      credit: creditOf(buyer),
    };
  });
}

type Buyer = Stripe.Customer | Stripe.DeletedCustomer;

/** The credit outlasts the plan that it came from. */
function creditOf(customer: Buyer): TestBilling['credit'] {
  return customer.deleted ? { amount: 0, currency: 'usd' } : customerCredit(customer, 'usd');
}

async function planOf(payments: Payments, customer: string) {
  const plan = currentPaid(await payments.listSubscriptions(customer));
  return plan && isUsable(plan) ? plan : null;
}

async function usedCard(stripe: Stripe, customer: Buyer, planId: string | null): Promise<string | null> {
  const plan = planId === null ? null : await stripe.subscriptions.retrieve(planId);
  const ofCustomer = customer.deleted ? null : customer.invoice_settings.default_payment_method;
  const used = plan?.default_payment_method ?? ofCustomer;
  return typeof used === 'object' ? (used?.id ?? null) : used;
}

/**
 * Saves a card as the default.
 * @throws FluxError with the bank's refusal
 */
export async function saveCard({ payments }: Portal, customer: string, cardId: string): Promise<void> {
  await payments.saveCard(customer, cardId);
}

/** @throws FluxError `not_found` for a card of another */
export async function removeCard({ stripe }: Portal, customer: string, cardId: string): Promise<void> {
  const card = await stripe.paymentMethods.retrieve(cardId).catch(() => null);
  if (card?.customer !== customer) throw new FluxError('not_found', 'This card does not exist.');
  await withFluxErrors(() => stripe.paymentMethods.detach(cardId));
}

/** @throws FluxError `not_found` for another customer's bill, or the bank's refusal */
export async function payBill({ stripe }: Portal, customer: string, billId: string): Promise<void> {
  const read = () => stripe.invoices.retrieve(billId).catch(() => null);
  const bill = await read();
  if (bill?.customer !== customer) throw new FluxError('not_found', 'This invoice does not exist.');
  await withFluxErrors(() => stripe.invoices.pay(billId)).catch(async (error: unknown) => {
    // The second of two clicks finds it paid.
    if ((await read())?.status !== 'paid') throw error;
  });
}

/** Like Stripe's portal in the flexible billing mode: only by the end time. */
export async function cancelAtPeriodEnd({ payments, stripe }: Portal, customer: string): Promise<void> {
  const plan = await planOf(payments, customer);
  if (!plan) throw new FluxError('not_found', 'There is no plan to cancel.');
  await withFluxErrors(() => stripe.subscriptions.update(plan.id, { cancel_at: 'min_period_end' }));
}
