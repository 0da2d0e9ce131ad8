import * as z from 'zod/mini';
import { type CallOutput, defineEndpoint, idSchema, isoDate, textLine } from '../contract/contract.ts';
import { subscriptionSchema } from './billing.ts';
import { signedOutOfCheckout } from './payment-errors.ts';
import { tiers } from './plans.ts';

/** Ids are the payment provider's, which specifies no format. */
const serviceId = (name: string) =>
  z.string(`Please give the ${name}.`).check(z.regex(/^\w{1,255}$/, `This is not a ${name}.`));
const subscriptionIdSchema = z.string().check(z.maxLength(255));
const priceIdSchema = serviceId('price');

export const maxPromoCodeLength = 100;
const promoCodeSchema = textLine(maxPromoCodeLength, 'This promo code is too long.');

export const priceSchema = z.strictObject({
  id: z.string(),
  /** Cents. */
  unit_amount: z.int(),
  currency: z.string(),
  tier: z.enum(tiers),
});
export const productSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  prices: z.array(priceSchema),
});
export type Product = z.output<typeof productSchema>;

export const listProducts = defineEndpoint({
  method: 'GET',
  path: '/api/products',
  summary: 'What can be bought, with its prices',
  access: 'anyone',
  output: z.array(productSchema),
  errors: ['unavailable'],
});

export const getPaymentSettings = defineEndpoint({
  method: 'GET',
  path: '/api/payment-settings',
  summary: 'How one pays here, and the invitation to Discord for whoever has a plan that it comes with',
  access: 'anyone',
  output: z.strictObject({
    /** Null if nothing can be bought. */
    service: z.nullable(z.enum(['stripe', 'sandbox'])),
    /** For Stripe's script. */
    publishableKey: z.nullable(z.string()),
    /** Of a first subscription. */
    trialDays: z.int(),
    discordInviteUrl: z.nullable(z.string()),
  }),
});
export type PaymentSettings = CallOutput<typeof getPaymentSettings>;

export const getOffer = defineEndpoint({
  method: 'GET',
  path: '/api/offers/{priceId}',
  summary: 'What a price comes to for whoever asks',
  access: 'signed-in',
  params: z.strictObject({ priceId: priceIdSchema }),
  output: z.strictObject({
    /** Cents a month. */
    amount: z.int(),
    currency: z.string(),
    /** Days before the first payment; 0 for accounts that had a plan before. */
    trialDays: z.int(),
  }),
  errors: ['unavailable', 'not_implemented'],
});
export type Offer = CallOutput<typeof getOffer>;

export const listCustomerSubscriptions = defineEndpoint({
  method: 'GET',
  path: '/api/customers/{uid}/subscriptions',
  summary: 'The subscriptions of a person: one’s own, or for admins anybody’s',
  access: 'signed-in',
  params: z.strictObject({ uid: idSchema }),
  output: z.array(subscriptionSchema),
  errors: ['not_found'],
});

const purchaseSchema = z.strictObject({
  subscription: z.strictObject({
    id: z.string(),
    status: z.string(),
    latest_invoice: z.strictObject({
      /** The client secret to confirm the first payment; null if nothing is due now. */
      payment_intent: z.nullable(z.strictObject({ client_secret: z.string() })),
    }),
    /** The client secret to confirm the card that is charged at the end of the trial. */
    pending_setup_intent: z.nullable(z.strictObject({ client_secret: z.string() })),
  }),
});
export type Purchase = z.output<typeof purchaseSchema>;

const buyingErrors = [
  'conflict',
  'payment_open',
  'card_declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
  'unavailable',
  'not_implemented',
] as const;

export const createSubscription = defineEndpoint({
  method: 'POST',
  path: '/api/createSubscription',
  summary: 'Buys a plan; where it has to be paid at once, the browser confirms the payment',
  access: 'signed-in',
  bearer: true,
  signedOutMessage: signedOutOfCheckout,
  body: z.strictObject({
    priceId: priceIdSchema,
    paymentMethodId: serviceId('card'),
    promoCode: z.optional(z.nullable(promoCodeSchema)),
  }),
  output: purchaseSchema,
  errors: [...buyingErrors],
});

export const createPaymentIntent = defineEndpoint({
  method: 'POST',
  path: '/api/createPaymentIntent',
  summary: 'Begins to buy a plan with a card that the payment brings, as that of a wallet; without a trial',
  access: 'signed-in',
  signedOutMessage: signedOutOfCheckout,
  body: z.strictObject({
    metadata: z.strictObject({
      priceId: priceIdSchema,
      userId: z.optional(z.unknown()),
      username: z.optional(z.unknown()),
      promoCode: z.optional(z.nullable(promoCodeSchema)),
    }),
    // The unit that the price counts.
    amount: z.optional(z.unknown()),
    currency: z.optional(z.unknown()),
    customer_email: z.optional(z.unknown()),
  }),
  output: z.strictObject({ client_secret: z.string() }),
  errors: ['conflict', 'payment_open', 'unavailable', 'not_implemented'],
});

export const validatePromoCode = defineEndpoint({
  method: 'POST',
  path: '/api/validatePromoCode',
  summary: 'What a promo code takes off the first payment of a price',
  access: 'signed-in',
  bearer: true,
  signedOutMessage: signedOutOfCheckout,
  body: z.strictObject({ promoCode: promoCodeSchema, priceId: priceIdSchema }),
  output: z.strictObject({
    /** Cents. */
    discountAmount: z.int(),
    finalAmount: z.int(),
    /** Number of payments with the discount; null for all. */
    discountedPayments: z.nullable(z.int()),
  }),
  errors: ['unavailable', 'not_implemented'],
});
export type Discount = CallOutput<typeof validatePromoCode>;

const billSchema = z.strictObject({
  /** Cents, due immediately. */
  amountDue: z.int(),
  /** Cents, added to the next invoices. */
  credit: z.int(),
  currency: z.string(),
});

export const previewTrialUpgrade = defineEndpoint({
  method: 'GET',
  path: '/api/upgradeTrialSubscription',
  summary: 'What it costs to end one’s trial now',
  access: 'signed-in',
  output: billSchema,
  errors: ['conflict', 'payment_open', 'unavailable', 'not_implemented'],
});

export const upgradeTrialSubscription = defineEndpoint({
  method: 'POST',
  path: '/api/upgradeTrialSubscription',
  summary: 'Ends one’s trial now, and has the plan paid for',
  access: 'signed-in',
  bearer: true,
  output: subscriptionSchema,
  errors: [
    'conflict',
    'payment_open',
    'CARD_DECLINED',
    'NO_PAYMENT_METHOD',
    'unavailable',
    'not_implemented',
  ],
});

export const cancelSubscription = defineEndpoint({
  method: 'POST',
  path: '/api/cancelSubscription',
  summary: 'Cancels a plan at the end of its period; what prevents it is told as `error`, with status 200',
  access: 'signed-in',
  bearer: true,
  body: z.strictObject({ subscriptionId: subscriptionIdSchema }),
  output: z.union([
    z.strictObject({ success: z.literal(true) }),
    z.strictObject({ success: z.literal(false), error: z.string() }),
  ]),
});

export const previewChange = defineEndpoint({
  method: 'GET',
  path: '/api/changeSubscription',
  summary:
    'What it costs to move one’s plan to another price now; with its `proratedAt` the change costs the same',
  access: 'signed-in',
  query: z.strictObject({ subscriptionId: subscriptionIdSchema, priceId: priceIdSchema }),
  output: z.strictObject({ ...billSchema.shape, proratedAt: isoDate }),
  errors: ['conflict', 'payment_open', 'unavailable', 'not_implemented'],
});

export const changeSubscription = defineEndpoint({
  method: 'POST',
  path: '/api/changeSubscription',
  summary:
    'Moves one’s plan to another price: the difference to the end of the period is paid at once, or credited',
  access: 'signed-in',
  body: z.strictObject({
    subscriptionId: subscriptionIdSchema,
    priceId: priceIdSchema,
    /** From a preview, which is valid for half an hour. */
    proratedAt: z.optional(z.iso.datetime('This is no date.')),
    /** Withdraws a cancellation and changes nothing else. Refused if the plan has another price by now. */
    keep: z.optional(z.boolean('This is true or false.')),
  }),
  output: subscriptionSchema,
  errors: [...buyingErrors],
});

/** The next invoice as the payment provider would issue it now; cents. */
export const nextBillSchema = z.strictObject({
  amountDue: z.int(),
  discount: z.int(),
  tax: z.int(),
  /** The part that is paid from the customer's credit. */
  creditUsed: z.int(),
  currency: z.string(),
});
export type NextBill = z.output<typeof nextBillSchema>;

/** The customer's credit balance; cents. */
export const creditSchema = z.strictObject({ amount: z.int(), currency: z.string() });
export type Credit = z.output<typeof creditSchema>;

export const getPaymentDetails = defineEndpoint({
  method: 'GET',
  path: '/api/payment-details',
  summary: 'What one’s plan costs, its next bill, one’s credit, and what it is paid with',
  access: 'signed-in',
  output: z.strictObject({
    /** Null if there is none. Other payment methods than cards have a name and no digits. */
    paymentMethod: z.nullable(
      z.strictObject({
        brand: z.string(),
        last4: z.nullable(z.string()),
        exp_month: z.nullable(z.int()),
        exp_year: z.nullable(z.int()),
      }),
    ),
    /** Monthly amount before discounts; null if the provider has no single amount. */
    price: z.nullable(z.strictObject({ unit_amount: z.int(), currency: z.string() })),
    isDiscounted: z.boolean(),
    /** Null if no invoice follows, or if the payment provider cannot compute it. */
    nextBill: z.nullable(nextBillSchema),
    credit: creditSchema,
  }),
  errors: ['not_found', 'unavailable', 'not_implemented'],
});
export type PaymentDetails = CallOutput<typeof getPaymentDetails>;

export const createBillingPortalSession = defineEndpoint({
  method: 'POST',
  path: '/api/createBillingPortalSession',
  summary: 'Opens the page where one manages cards and bills; it leads back to `return_url`, a page of Flux',
  access: 'signed-in',
  body: z.strictObject({ return_url: z.string().check(z.maxLength(2_000)) }),
  output: z.strictObject({ url: z.string() }),
  errors: ['conflict', 'unavailable', 'not_implemented'],
});
