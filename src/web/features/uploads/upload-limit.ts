import type { ReactNode } from 'react';
import { type LimitProblem, limitCodes } from '#shared/billing/limits.ts';
import type { ApiError } from '../../api.ts';
import { texts } from '../../i18n/en/uploads.ts';

/** Why nothing more can be uploaded. */
export type UploadLimit = LimitProblem | OpenPayment;

/** There is a plan, by which nothing can be added until it is paid. */
interface OpenPayment {
  kind: 'unpaid';
  title: string;
  message: string;
  /** The button that leads to where it is paid. */
  action: ReactNode;
}

/**
 * Why a form is closed, in few words, at what is closed of it; null where it is open. Without a plan its button leads to
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

/** Whether a limit says already what an upload was refused for. */
export function explainsProblem(limit: UploadLimit | null, problem: ApiError | null): boolean {
  if (limit === null || problem === null) return false;
  // The server knows one sentence for all whose plan does not count.
  if (limit.kind === 'unpaid') return problem.code === limitCodes['no-plan'];
  return limit.message === problem.message;
}
