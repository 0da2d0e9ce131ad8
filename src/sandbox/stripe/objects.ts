import type { CardBehaviour } from './cards.ts';
import type { WireList } from './wire.ts';

/**
 * The stored objects, in Stripe's shapes. They are sent as stored, except for internal fields, which begin with an
 * underscore. Times are seconds since 1970, amounts are cents.
 */
interface Common {
  id: string;
  created: number;
  livemode: false;
}

export interface Customer extends Common {
  object: 'customer';
  email: string | null;
  name: string | null;
  /** A negative balance is a credit, which the next invoice uses. */
  balance: number;
  metadata: Record<string, string>;
  invoice_settings: { default_payment_method: string | null };
  /** A deleted customer is sent with its id only. */
  _deleted: boolean;
}

export interface PaymentMethod extends Common {
  object: 'payment_method';
  type: 'card';
  customer: string | null;
  card: { brand: string; last4: string; exp_month: number; exp_year: number; funding: 'credit' };
  billing_details: { address: { postal_code: string | null } };
  metadata: Record<string, string>;
  _behaviour: CardBehaviour;
}

export interface Price extends Common {
  object: 'price';
  active: boolean;
  currency: 'usd';
  nickname: string | null;
  product: string;
  recurring: { interval: 'month'; interval_count: 1 };
  type: 'recurring';
  unit_amount: number;
}

export interface Product extends Common {
  object: 'product';
  active: boolean;
  name: string;
  description: string | null;
  default_price: string;
  metadata: Record<string, string>;
}

export interface Coupon extends Common {
  object: 'coupon';
  name: string;
  percent_off: number | null;
  amount_off: number | null;
  currency: 'usd' | null;
  duration: 'once' | 'forever';
  valid: boolean;
  /** The products it applies to, if not all; sent only when expanded. */
  _products?: string[];
}

export interface PromotionCode extends Common {
  object: 'promotion_code';
  active: boolean;
  code: string;
  customer: null;
  expires_at: number | null;
  max_redemptions: number | null;
  times_redeemed: number;
  promotion: { type: 'coupon'; coupon: string };
  restrictions: { first_time_transaction: boolean; minimum_amount: number | null };
}

export interface Discount {
  id: string;
  object: 'discount';
  customer: string;
  subscription: string;
  promotion_code: string;
  source: { type: 'coupon'; coupon: string };
  start: number;
  end: number | null;
}

export interface SubscriptionItem {
  id: string;
  object: 'subscription_item';
  created: number;
  subscription: string;
  quantity: 1;
  price: Price;
  current_period_start: number;
  current_period_end: number;
}

export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'canceled';

export interface Subscription extends Common {
  object: 'subscription';
  customer: string;
  status: SubscriptionStatus;
  currency: 'usd';
  collection_method: 'charge_automatically';
  billing_cycle_anchor: number;
  start_date: number;
  trial_start: number | null;
  trial_end: number | null;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  cancellation_details: { reason: 'cancellation_requested' | 'payment_failed' | null };
  default_payment_method: string | null;
  discounts: string[];
  items: WireList<SubscriptionItem>;
  latest_invoice: string | null;
  pending_setup_intent: string | null;
  metadata: Record<string, string>;
  /** Whether the end of the trial was announced. */
  _announced: boolean;
}

export interface Invoice extends Common {
  object: 'invoice';
  customer: string;
  status: 'open' | 'paid' | 'void' | 'uncollectible';
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  collection_method: 'charge_automatically';
  currency: 'usd';
  subtotal: number;
  total: number;
  /** The customer's balance before this bill, and after it. */
  starting_balance: number;
  ending_balance: number;
  total_discount_amounts: { amount: number; discount: string }[];
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  attempt_count: number;
  attempted: boolean;
  next_payment_attempt: number | null;
  period_start: number;
  period_end: number;
  lines: WireList<object>;
  parent: { type: 'subscription_details'; subscription_details: { subscription: string; metadata: object } };
  /** Null without an amount to pay. */
  _payment_intent: string | null;
}

export interface PaymentError {
  type: 'card_error';
  code: string;
  decline_code: string;
  message: string;
}

export interface PaymentIntent extends Common {
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: 'usd';
  customer: string;
  client_secret: string;
  status: 'requires_payment_method' | 'requires_confirmation' | 'succeeded' | 'canceled';
  payment_method: string | null;
  last_payment_error: PaymentError | null;
  metadata: Record<string, string>;
  _invoice: string;
}

export interface SetupIntent extends Common {
  object: 'setup_intent';
  customer: string;
  client_secret: string;
  status: 'requires_payment_method' | 'requires_confirmation' | 'succeeded' | 'canceled';
  usage: 'off_session';
  payment_method: string | null;
  last_setup_error: PaymentError | null;
  _subscription: string;
}

export interface PortalSession extends Common {
  object: 'billing_portal.session';
  customer: string;
  return_url: string;
  url: string;
}

/** By the `object` that each has on the wire. */
export interface Kinds {
  customer: Customer;
  payment_method: PaymentMethod;
  product: Product;
  price: Price;
  coupon: Coupon;
  promotion_code: PromotionCode;
  discount: Discount;
  subscription: Subscription;
  invoice: Invoice;
  payment_intent: PaymentIntent;
  setup_intent: SetupIntent;
  'billing_portal.session': PortalSession;
}
export type Kind = keyof Kinds;
