import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#server/context.ts';
import { paymentsUnavailable } from '#shared/billing/payment-errors.ts';
import { plans } from '#shared/billing/plans.ts';
import { FluxError, invalidField } from '#shared/contract/errors.ts';
import type { Buyer, PaidSubscription, Payments, Promotion, Purchase } from '../stripe/port.ts';
import { customerOf, isNewcomer, promotionsUsedBy } from './customers.ts';
import { requirePaid } from './held.ts';
import { isGoingOn, isStopped } from './merge.ts';
import { tierOfPrice } from './prices.ts';
import { priceForSale } from './products.ts';
import { applyPromotion } from './promotion.ts';
import { beginBuying, endBuying } from './store.ts';
import { syncCustomer } from './sync.ts';

export const nothingToPay = 'There is nothing to pay for this plan.';

export interface Wish {
  priceId: string;
  /** Null: the browser brings one with the payment. */
  paymentMethodId: string | null;
  promoCode: string | null;
  /** Days, for whoever never had a plan that costs. */
  trialDays: number;
}

/**
 * Buys a plan. A person has one at a time: of two purchases at once the second waits and gets what the first began, and
 * what was begun before and never paid for is taken up again.
 */
export async function subscribe(
  context: Context,
  payments: Payments,
  buyer: Buyer,
  wish: Wish,
): Promise<Purchase> {
  if (buyer.role === 'admin')
    throw new FluxError('conflict', 'Administrators have all permissions and need no plan.');
  const price = await priceForSale(context.config.payments, payments, wish.priceId);
  const customerId = await customerOf(context, payments, buyer);
  const person = { userId: buyer.id, customerId };
  return whileBuying(context, customerId, async () => {
    const before = await syncCustomer(context, payments, person);
    const held = before.find(isGoingOn);
    if (held) return heldPurchase(context, payments, wish, held);
    const isFirst = await isNewcomer(context, payments, buyer, before);
    const { promotion, finalAmount } = await promotionFor(payments, wish.promoCode, {
      amount: price.unit_amount,
      currency: price.currency,
      productId: price.productId,
      now: context.clock.now(),
      isFirst,
      used: await promotionsUsedBy(context, payments, buyer),
    });
    const { paymentMethodId } = wish;
    // A card comes with a payment, and without either the next month would be paid with nothing.
    if (paymentMethodId === null && finalAmount === 0) throw new FluxError('conflict', nothingToPay);
    const trialDays = isFirst ? wish.trialDays : 0;
    if (paymentMethodId !== null) await payments.saveCard(customerId, paymentMethodId);
    const taken = await takeUp(payments, before, { ...wish, trialDays }, promotion);
    if (taken === 'paid meanwhile') {
      const paid = (await syncCustomer(context, payments, person)).find(isGoingOn);
      if (paid) return heldPurchase(context, payments, wish, paid);
      throw new FluxError('unavailable', paymentsUnavailable);
    }
    const purchase =
      taken ??
      (await payments.subscribe({
        customerId,
        userId: buyer.id,
        priceId: wish.priceId,
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

/** A second click gets what the first one did; whoever has a plan for longer is told so. */
async function heldPurchase(
  { clock, config }: Context,
  payments: Payments,
  wish: Wish,
  held: PaidSubscription,
): Promise<Purchase> {
  const age = clock.now().getTime() - held.createdAt.getTime();
  if (held.priceId === wish.priceId && age < doubleClickMilliseconds) return payments.readPurchase(held.id);
  const tier = tierOfPrice(config.payments, held.priceId);
  requirePaid({ status: held.status, tier, last_bill: held.lastBill });
  const { name } = plans[tier];
  throw new FluxError('conflict', `You already have the ${name} plan. You can change it in your account.`);
}

/**
 * What was begun before, if it is the same; what else was begun is given up. Whatever waits for a payment has no trial:
 * a wallet that was closed must not make somebody pay at once who was promised one.
 */
async function takeUp(
  payments: Payments,
  before: readonly PaidSubscription[],
  { priceId, paymentMethodId, trialDays }: Wish,
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

/** @throws FluxError `invalid_input` with what is wrong with the code */
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
const waits = 200;

/** One thing at a time is bought or changed for a person, whoever else asks at the same moment. */
export async function whileBuying<Result>(
  { db }: Context,
  customerId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  let left = waits;
  let until = await beginBuying(db, customerId);
  while (until === null) {
    left -= 1;
    if (left === 0) throw new FluxError('conflict', 'Another purchase is in progress. Please wait.');
    await sleep(waitMilliseconds);
    until = await beginBuying(db, customerId);
  }
  try {
    return await work();
  } finally {
    await endBuying(db, customerId, until);
  }
}
