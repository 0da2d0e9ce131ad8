import type { LastBill, Stage } from '#server/db/schema/billing.ts';
import type { Tier } from '#shared/billing/plans.ts';

export type StepName =
  | 'trial-began'
  | 'trial-ends-soon'
  | 'trial-charged'
  | 'plan-began'
  | 'renewed'
  | 'payment-failed'
  | 'payment-recovered'
  | 'plan-changed'
  | 'cancelled'
  | 'resumed'
  | 'ended'
  | 'deletion-in-a-week'
  | 'deletion-tomorrow'
  | 'deleted'
  | 'returned';

/** A notification. Each name is sent once per period. */
export interface Step {
  name: StepName;
  period: string;
}

/** The state that a user was last notified of. */
export interface NotifiedState {
  stage: Stage | 'unseen' | 'deleted';
  paymentId: string | null;
  tier: Tier | null;
  periodEndsAt: Date | null;
  billId: string | null;
  failedAttempts: number;
  notifiedTrialEnd: Date | null;
  cycle: number;
  suspendedSince: Date | null;
  deletesAt: Date | null;
  warned: 'week' | 'day' | null;
}

/** The current state of the subscription. */
export interface Current {
  stage: Stage;
  paymentId: string | null;
  tier: Tier;
  trialEndsAt: Date | null;
  periodEndsAt: Date | null;
  /** When the plan ends by date alone, without another event; null otherwise. */
  runsOutAt: Date | null;
  bill: LastBill | null;
  /** Administrators have all rights without a plan. */
  isAdmin: boolean;
  /** Disabled users can neither download their content nor pay. */
  isDisabled: boolean;
}

export interface StateDiff {
  steps: Step[];
  /** After the steps. */
  notified: NotifiedState;
  /** When to look again, if the subscription is not written before. */
  dueAt: Date | null;
  /** The offline content must be deleted now. */
  isDeletionDue: boolean;
}

const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
