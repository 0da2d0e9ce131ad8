import type { ReactNode } from 'react';
import { type LimitProblem, limitCodes } from '#shared/billing/limits.ts';
import type { ApiError } from '../../api.ts';
import { texts } from '../../i18n/en/uploads.ts';

/** The reason why uploads are impossible. */
export type UploadLimit = LimitProblem | OpenPayment;

/** There is a plan with an open payment, which blocks additions. */
interface OpenPayment {
  kind: 'unpaid';
  title: string;
  message: string;
  /** The button to pay. */
  action: ReactNode;
}

/**
 * A short reason at the disabled part of a form; null if it is enabled. Without a plan its button links to
 * the plans.
 */
export function closedText(limit: UploadLimit | null, versionsOf?: string): string | null {
  switch (limit?.kind) {
    case 'unpaid':
      return texts.closedUntilPaid;
    case 'over':
      return texts.closedUntilItFits;
    case 'reached':
      return versionsOf === undefined ? texts.closedWithoutApplications : texts.closedWithoutRevisions;
    default:
      return null;
  }
}

/** Whether the limit's message already covers the refusal of an upload. */
export function explainsProblem(limit: UploadLimit | null, problem: ApiError | null): boolean {
  if (limit === null || problem === null) return false;
  // The server has one message for all plans that do not count.
  if (limit.kind === 'unpaid') return problem.code === limitCodes['no-plan'];
  return limit.message === problem.message;
}
