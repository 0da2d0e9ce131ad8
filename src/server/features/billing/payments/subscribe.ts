import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#server/context.ts';
import { paymentsUnavailable } from '#shared/billing/payment-errors.ts';
import { plans } from '#shared/billing/plans.ts';
import { FluxError, invalidField } from '#shared/contract/errors.ts';
import type { Buyer, PaidSubscription, Payments, Promotion, Purchase } from '../stripe/port.ts';
import { canHaveTrial, customerOf, promotionsUsedBy } from './customers.ts';
import { isStopped, isUsable } from './merge.ts';
import { requirePaid } from './paid-plan.ts';
import { tierOfPrice } from './prices.ts';
import { priceForSale } from './products.ts';
import { applyPromotion } from './promotion.ts';
import { endCheckout, startCheckout } from './store.ts';
import { syncCustomer } from './sync.ts';

export const nothingToPayMessage = 'There is nothing to pay for this plan.';

export interface SubscribeRequest {
  priceId: string;
  /** Null: the browser brings one with the payment. */
  paymentMethodId: string | null;
  promoCode: string | null;
  /** Days, for users without a former paid plan. */
  trialDays: number;
}

/**
 * Buys a plan. A user has one at a time: the second of concurrent purchases waits and gets the first one's result,
 * and an unpaid purchase is resumed.
 */
export async function subscribe(
  context: Context,
  payments: Payments,
  buyer: Buyer,
  subscribeRequest: SubscribeRequest,
): Promise<Purchase> {
  if (buyer.role === 'admin')
    throw new FluxError('conflict', 'Administrators have all permissions and need no plan.');
  const price = await priceForSale(context.config.payments, payments, subscribeRequest.priceId);
  const customerId = await customerOf(context, payments, buyer);
  const person = { userId: buyer.id, customerId };
  return withCheckoutLock(context, customerId, async () => {
    const before = await syncCustomer(context, payments, person);
    const plan = before.find(isUsable);
    if (plan) return findOpenPurchase(context, payments, subscribeRequest, plan);
    const isFirst = await canHaveTrial(context, payments, buyer, before);
    const { promotion, finalAmount } = await promotionFor(payments, subscribeRequest.promoCode, {
      amount: price.unit_amount,
      currency: price.currency,
      productId: price.productId,
      now: context.clock.now(),
      isFirst,
      used: await promotionsUsedBy(context, payments, buyer),
    });
    const { paymentMethodId } = subscribeRequest;
    // A full discount needs a card for the next month's payment.
    if (paymentMethodId === null && finalAmount === 0) throw new FluxError('conflict', nothingToPayMessage);
    const trialDays = isFirst ? subscribeRequest.trialDays : 0;
    if (paymentMethodId !== null) await payments.saveCard(customerId, paymentMethodId);
    const taken = await resumePurchase(payments, before, { ...subscribeRequest, trialDays }, promotion);
    if (taken === 'paid meanwhile') {
      const paid = (await syncCustomer(context, payments, person)).find(isUsable);
      if (paid) return findOpenPurchase(context, payments, subscribeRequest, paid);
      throw new FluxError('unavailable', paymentsUnavailable);
    }
    const purchase =
      taken ??
      (await payments.subscribe({
        customerId,
        userId: buyer.id,
        priceId: subscribeRequest.priceId,
        paymentMethodId,
        promotionId: promotion?.id ?? null,
        trialDays,
        before: before.map(({ id }) => id).toSorted(),
      }));
    await syncCustomer(context, payments, person);
    return purchase;
  });
}

const doubleClickMilliseconds = 60_000;

/** A second click gets the first one's result; an older plan is an error. */
async function findOpenPurchase(
  { clock, config }: Context,
  payments: Payments,
  subscribeRequest: SubscribeRequest,
  plan: PaidSubscription,
): Promise<Purchase> {
  const age = clock.now().getTime() - plan.createdAt.getTime();
  if (plan.priceId === subscribeRequest.priceId && age < doubleClickMilliseconds)
    return payments.readPurchase(plan.id);
  const tier = tierOfPrice(config.payments, plan.priceId);
  requirePaid({ status: plan.status, tier, last_bill: plan.lastBill });
  const { name } = plans[tier];
  throw new FluxError('conflict', `You already have the ${name} plan. You can change it in your account.`);
}

/**
 * Resumes the same unpaid purchase and cancels other ones. An unpaid purchase has no trial: a closed wallet must not
 * charge a user immediately who was offered one.
 */
async function resumePurchase(
  payments: Payments,
  before: readonly PaidSubscription[],
  { priceId, paymentMethodId, trialDays }: SubscribeRequest,
  promotion: Promotion | null,
): Promise<Purchase | 'paid meanwhile' | null> {
  const begun = before.filter(({ status }) => status === 'incomplete');
  const same = begun.find(
    (each) => trialDays === 0 && each.priceId === priceId && each.promotionIds[0] === promotion?.id,
  );
  const others = begun.filter(({ id }) => id !== same?.id);
  for (const { id } of others) if (!(await payments.giveUp(id))) return 'paid meanwhile';
  for (const { id } of before.filter(isStopped)) await payments.cancelNow(id);
  if (!same) return null;
  if (paymentMethodId !== null) await payments.setCard(same.id, paymentMethodId);
  return payments.readPurchase(same.id);
}

/** @throws FluxError `invalid_input` with the code's problem */
async function promotionFor(
  payments: Payments,
  promoCode: string | null,
  facts: Parameters<typeof applyPromotion>[1],
): Promise<{ promotion: Promotion | null; finalAmount: number }> {
  if (promoCode === null || promoCode === '') return { promotion: null, finalAmount: facts.amount };
  const promotion = await payments.findPromotion(promoCode);
  const result = applyPromotion(promotion, facts);
  if ('problem' in result) throw invalidField('promoCode', result.problem);
  return { promotion, finalAmount: result.finalAmount };
}

const waitMilliseconds = 100;
const retryDelays = 200;

/** Serializes purchases and changes of one user. */
export async function withCheckoutLock<Result>(
  { db }: Context,
  customerId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  let left = retryDelays;
  let until = await startCheckout(db, customerId);
  while (until === null) {
    left -= 1;
    if (left === 0) throw new FluxError('conflict', 'Another purchase is in progress. Please wait.');
    await sleep(waitMilliseconds);
    until = await startCheckout(db, customerId);
  }
  try {
    return await work();
  } finally {
    await endCheckout(db, customerId, until);
  }
}
