import type { LastBill } from '#server/db/schema/billing.ts';
import type { Role } from '#shared/accounts/accounts.ts';
import type { Credit, NextBill } from '#shared/billing/payments.ts';
import type { Freshness } from './catalogue.ts';

export interface Buyer {
  id: string;
  email: string | null;
  username: string;
  role: Role;
}

export interface SoldProduct {
  id: string;
  name: string;
  prices: SoldPrice[];
}

export interface SoldPrice {
  id: string;
  /** Cents; null without a single amount. */
  unitAmount: number | null;
  currency: string;
}

export interface Promotion {
  id: string;
  isActive: boolean;
  expiresAt: Date | null;
  percentOff: number | null;
  /** Cents. */
  amountOff: number | null;
  /** What the amount is in; null with a share. */
  currency: string | null;
  minimumAmount: number | null;
  firstTimeOnly: boolean;
  /** The products that it is for; null is all. */
  productIds: string[] | null;
  /** How many monthly payments it is taken off; null is all of them. */
  payments: number | null;
}

export const paidStatuses = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const;
export type PaidStatus = (typeof paidStatuses)[number];

/** A subscription as the service has it now. */
export interface PaidSubscription {
  id: string;
  status: PaidStatus;
  priceId: string | null;
  /** Redeemed promotions, including expired ones and those applied later. */
  promotionIds: readonly string[];
  trialEndsAt: Date | null;
  cancelAtPeriodEnd: boolean;
  currentPeriodEndsAt: Date | null;
  /** When it ended, whatever was paid. */
  endedAt: Date | null;
  lastBill: LastBill | null;
  createdAt: Date;
}

export interface Order {
  customerId: string;
  priceId: string;
  /** Null: the browser brings one with the payment. */
  paymentMethodId: string | null;
  promotionId: string | null;
  trialDays: number;
  userId: string;
  /** What the customer had before, by its ids: an order is placed once, and after another it is a new one. */
  before: string[];
}

/** What the browser confirms: the first payment, or that the card may be charged after the trial. */
export interface Purchase {
  subscriptionId: string;
  status: PaidStatus;
  paymentSecret: string | null;
  setupSecret: string | null;
}

/** What is paid with. What is no card, such as a wallet of the service's own, has a name alone. */
export interface SavedCard {
  brand: string;
  last4: string | null;
  expMonth: number | null;
  expYear: number | null;
}

/** Monthly cost and payment method of a subscription. */
export interface PaidTerms {
  card: SavedCard | null;
  price: SoldPrice | null;
  isDiscounted: boolean;
  /** Whether a discount may lower more bills than the next one. */
  isDiscountLasting: boolean;
  credit: Credit;
}

/** The terms and the next bill, null without one. */
export interface Outlook extends PaidTerms {
  upcoming: NextBill | null;
}

export interface PriceChange {
  priceId: string;
  /** The share of the period that is left is counted from here. */
  proratedAt: Date;
}

/** The immediate charge of a change, or its effect on later bills; cents. */
export interface Bill {
  amountDue: number;
  credit: number;
  currency: string;
}

/** A customer may have been deleted there, or belong to other keys, such as test keys. */
export type CustomerState = 'there' | 'deleted' | 'unknown';

export interface PaymentEvent {
  id: string;
  type: string;
  /** Null without a customer. */
  customerId: string | null;
  /** A card was tried for a plan that is not paid yet, or for the end of a trial, and its bank said no. */
  isCardRefused: boolean;
}

/** Flux's interface to a payment service. Each method throws FluxErrors for users. */
export interface Payments {
  service: 'stripe' | 'sandbox';
  /** @param instead the former, deleted customer */
  createCustomer(buyer: Buyer, instead: string | null): Promise<string>;
  findCustomerState(customerId: string): Promise<CustomerState>;
  /** Ends all they have at once, and forgets who they are; of one that is forgotten there is nothing to do. */
  forgetCustomer(customerId: string): Promise<void>;
  listProducts(freshness: Freshness): Promise<SoldProduct[]>;
  /** What is sold has changed. */
  forgetProducts(): void;
  findPromotion(code: string): Promise<Promotion | null>;
  /** All subscriptions of a customer, newest first; empty for a missing customer. */
  listSubscriptions(customerId: string): Promise<PaidSubscription[]>;
  findSubscription(subscriptionId: string): Promise<PaidSubscription | null>;
  /**
   * Saves a card for later charges.
   * @throws FluxError with the bank's refusal
   */
  saveCard(customerId: string, paymentMethodId: string): Promise<void>;
  readTerms(subscriptionId: string): Promise<PaidTerms>;
  /** Asks for the next bill, too, which includes taxes, discounts and credit. */
  readOutlook(subscriptionId: string): Promise<Outlook>;
  subscribe(order: Order): Promise<Purchase>;
  /** A purchase that was begun and not paid. */
  readPurchase(subscriptionId: string): Promise<Purchase>;
  setCard(subscriptionId: string, paymentMethodId: string): Promise<void>;
  /** From now on the customer's default card is used. */
  followCustomersCard(subscriptionId: string): Promise<void>;
  /** Paying early withdraws a cancellation. */
  endTrial(subscriptionId: string): Promise<void>;
  previewEndOfTrial(subscriptionId: string): Promise<Bill>;
  cancelAtPeriodEnd(subscriptionId: string): Promise<void>;
  /**
   * For unpaid purchases and trials without a card.
   * @returns whether it is cancelled; false if it was paid meanwhile
   */
  giveUp(subscriptionId: string): Promise<boolean>;
  /** For a stopped plan. */
  cancelNow(subscriptionId: string): Promise<void>;
  /**
   * The difference until the end of the period is charged immediately, or credited; without payment nothing changes.
   */
  changePrice(subscriptionId: string, change: PriceChange): Promise<void>;
  previewPrice(subscriptionId: string, change: PriceChange): Promise<Bill>;
  createPortalSession(customerId: string, returnUrl: string): Promise<string>;
  /** @throws FluxError for an invalid or old signature */
  readEvent(payload: string, signature: string): PaymentEvent;
}
