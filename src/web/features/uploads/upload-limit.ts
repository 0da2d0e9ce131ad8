import type { ReactNode } from 'react';
import { type LimitProblem, limitCodes } from '#shared/limits.ts';
import type { ApiError } from '../../api.ts';

/** Why nothing more can be uploaded. */
export type UploadLimit = LimitProblem | OpenPayment;

/** There is a plan, by which nothing can be added until it is paid. */
interface OpenPayment {
  kind: 'unpaid';
  title: string;
  message: string;
  /** The button that leads to where it is paid. */
  way: ReactNode;
}

/** Whether a limit says already what an upload was refused for. */
export function tellsOf(limit: UploadLimit | null, problem: ApiError | null): boolean {
  if (limit === null || problem === null) return false;
  // The server knows one sentence for all whose plan does not count.
  if (limit.kind === 'unpaid') return problem.code === limitCodes['no-plan'];
  return limit.message === problem.message;
}
