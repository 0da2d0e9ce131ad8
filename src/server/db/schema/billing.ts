import type { ColumnType, Generated } from 'kysely';
import type { Tier } from '#shared/billing/plans.ts';

/** The tables of `features/billing`. */
export interface BillingTables {
  subscriptions: SubscriptionsTable;
  payment_customers: PaymentCustomersTable;
  redemption_history: RedemptionHistoryTable;
  processed_events: ProcessedEventsTable;
  payment_attempts: PaymentAttemptsTable;
  payment_sandbox_objects: PaymentSandboxObjectsTable;
  payment_sandbox_events: PaymentSandboxEventsTable;
  payment_sandbox_requests: PaymentSandboxRequestsTable;
  subscription_lifecycles: SubscriptionLifecyclesTable;
  lifecycle_notifications: LifecycleNotificationsTable;
}

interface SubscriptionsTable {
  id: string;
  user_id: string;
  status: string;
  tier: Exclude<Tier, 'elevated'>;
  price_id: string | null;
  is_trial_active: Generated<boolean>;
  trial_ends_at: Date | null;
  cancel_at_period_end: Generated<boolean>;
  current_period_ends_at: Date | null;
  payment_id: ColumnType<string | null, string | null | undefined, string | null>;
  last_bill: ColumnType<LastBill | null, LastBill | null | undefined, LastBill | null>;
  created_at: Date;
  updated_at: Date;
}

/** Amounts are in the smallest unit of the currency. */
export interface LastBill {
  id: string;
  isPaid: boolean;
  paid: number;
  due: number;
  /** After discounts, before credit. Bills that were stored by earlier versions have neither this nor `credit`. */
  total?: number;
  /** The part that was paid from the customer's credit. */
  credit?: number;
  currency: string;
  /** How often it was tried to have it paid. */
  attempts: number;
  /** ISO 8601; null without another attempt. */
  nextAttemptAt: string | null;
}

interface SubscriptionLifecyclesTable {
  user_id: string;
  due_at: Date | null;
  /** The state of the last notification; see features/billing/lifecycle/notified-state.ts. */
  stage: Generated<Stage | 'unseen' | 'deleted'>;
  payment_id: string | null;
  tier: Tier | null;
  period_ends_at: Date | null;
  bill_id: string | null;
  failed_attempts: Generated<number>;
  notified_trial_end: Date | null;
  cycle: Generated<number>;
  suspended_since: Date | null;
  deletes_at: Date | null;
  warned: 'week' | 'day' | null;
}

/** Where a subscription is in its life; see features/billing/lifecycle/stage.ts. */
export type Stage = 'none' | 'given' | 'trial' | 'running' | 'failing' | 'ending' | 'over';

interface LifecycleNotificationsTable {
  user_id: string;
  step: string;
  period: string;
  sent_at: Date;
}

interface PaymentCustomersTable {
  /** Null for a deleted user. */
  user_id: string | null;
  service: 'stripe' | 'sandbox';
  customer_id: string;
  reads_started: Generated<number>;
  reads_applied: Generated<number>;
  /** Whether they ever had a plan that costs, on trial or paid. */
  had_plan: Generated<boolean>;
  /** The promotions that they had a plan with, by their ids at the service. */
  used_promotions: Generated<string[]>;
  checkout_until: Date | null;
  /** The last attempt to delete a departed customer at the payment service. */
  deletion_tried_at: ColumnType<Date | null, never, Date>;
  created_at: Date;
}

/** Who had a plan that costs, also by an account that is gone; see features/billing/payments/redemption-history.ts. */
interface RedemptionHistoryTable {
  identity_hash: Buffer;
  service: PaymentCustomersTable['service'];
  used_promotions: string[];
}

/** Payment attempts and price requests of the last hour; see features/billing/attempts. */
interface PaymentAttemptsTable {
  id: Generated<string>;
  kind: 'purchase' | 'promo' | 'look';
  user_id: string | null;
  network: string | null;
  points: number;
  tried_at: Date;
}

interface ProcessedEventsTable {
  id: string;
  type: string;
  processed_at: Date;
}

interface PaymentSandboxObjectsTable {
  id: string;
  kind: string;
  customer: string | null;
  data: ColumnType<unknown, string, string>;
  due_at: Date | null;
  sequence: ColumnType<number, never, never>;
}

interface PaymentSandboxEventsTable {
  id: string;
  payload: string;
  attempts: number;
  created_at: Date;
  next_attempt_at: Date | null;
  sequence: ColumnType<number, never, never>;
}

interface PaymentSandboxRequestsTable {
  idempotency_key: string;
  fingerprint: string;
  status: number;
  body: string;
  created_at: Date;
}
