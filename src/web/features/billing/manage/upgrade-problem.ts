import { errorCatalogue } from '#shared/contract/errors.ts';
import { ApiError, type ApiErrorCode, messageOf } from '#web/api.ts';

export interface UpgradeProblem {
  text: string;
  /** Whether the billing portal solves it: by another card, or by paying the open invoice. */
  isOfCard: boolean;
}

/** The message for a failed plan change: the card's own, otherwise the failed action. */
export function upgradeProblem(
  error: unknown,
  failed: 'Upgrade failed' | 'Downgrade failed',
): UpgradeProblem {
  const isOfCard = error instanceof ApiError && statusOf(error.code) === 402;
  return { text: isOfCard ? error.message : `${failed}: ${messageOf(error)}`, isOfCard };
}

function statusOf(code: ApiErrorCode): number | undefined {
  // Network errors and unknown codes of a newer server have none.
  const known: Partial<Record<ApiErrorCode, { status: number }>> = errorCatalogue;
  return known[code]?.status;
}
