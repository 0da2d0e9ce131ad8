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

/** Somebody is told each once for the period, the attempt or the change of mind that it is of. */
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
  announcedTrialEnd: Date | null;
  cycle: number;
  offlineSince: Date | null;
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
  /** When time alone ends it, without another word of the service; null otherwise. */
  runsOutAt: Date | null;
  bill: LastBill | null;
  /** Administrators have every right, whatever they bought. */
  isAdmin: boolean;
  /** They cannot sign in, and so neither download what is theirs nor pay. */
  isDisabled: boolean;
}

export interface StateDiff {
  steps: Step[];
  /** After the steps. */
  notified: NotifiedState;
  /** When to look again, if the subscription is not written before. */
  dueAt: Date | null;
  /** What is offline is to be deleted for good now. */
  isDeletionDue: boolean;
}

const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
