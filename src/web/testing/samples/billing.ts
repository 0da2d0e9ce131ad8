import { adminSubscription, type Subscription } from '#shared/billing/billing.ts';
import type { PaymentDetails, PaymentSettings, Product } from '#shared/billing/payments.ts';
import { type PaidTier, planLimits, plans } from '#shared/billing/plans.ts';
import { daysAgo } from './ids.ts';

/** A paid subscription without a trial and not cancelled, except for the given fields. */
export function someSubscription(fields: Partial<Subscription> = {}): Subscription {
  const tier = fields.tier ?? 'pro';
  return {
    ...adminSubscription,
    id: 'subscription',
    subscriptionId: 'subscription',
    currentPeriodEnd: daysAgo(-30),
    priceId: 'price',
    tier,
    planLimits: planLimits(tier),
    isAdmin: false,
    ...fields,
  };
}

/** Payment settings without Stripe, for a first subscription after two weeks. */
export function somePaymentSettings(fields: Partial<PaymentSettings> = {}): PaymentSettings {
  return { service: 'sandbox', publishableKey: null, trialDays: 14, discordInviteUrl: null, ...fields };
}

/** One with three days of its trial left, after which it is charged. */
export function someTrial(fields: Partial<Subscription> = {}): Subscription {
  const end = daysAgo(-3.5);
  return someSubscription({
    status: 'trialing',
    isTrialActive: true,
    trialEnd: end,
    currentPeriodEnd: end,
    ...fields,
  });
}

/** A product with the default price of its plan. */
export function someProduct(tier: PaidTier): Product {
  const { name, centsPerMonth } = plans[tier];
  const price = { id: `price_${tier.replace('-', '_')}`, currency: 'usd', tier };
  return { id: `prod_${tier}`, name, prices: [{ ...price, unit_amount: centsPerMonth ?? 0 }] };
}

/** A plan that is paid with a Visa each month. */
export function somePaymentDetails(fields: Partial<PaymentDetails> = {}): PaymentDetails {
  const bill = { amountDue: 1_999, discount: 0, tax: 0, creditUsed: 0, currency: 'usd' };
  return {
    paymentMethod: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 },
    price: { unit_amount: 1_999, currency: 'usd' },
    isDiscounted: false,
    nextBill: bill,
    credit: { amount: 0, currency: 'usd' },
    ...fields,
  };
}
