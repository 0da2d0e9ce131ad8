import { errorCatalogue } from '#shared/contract/errors.ts';
import { ApiError, type ApiErrorCode, messageOf } from '#web/api.ts';

export interface UpgradeProblem {
  text: string;
  /** Whether the billing portal mends it: by another card, or by paying what is open. */
  isOfCard: boolean;
}

/** What is shown where a plan was not moved up or down: of a card its own words, of the rest what did not work. */
export function upgradeProblem(
  error: unknown,
  failed: 'Upgrade failed' | 'Downgrade failed',
): UpgradeProblem {
  const isOfCard = error instanceof ApiError && statusOf(error.code) === 402;
  return { text: isOfCard ? error.message : `${failed}: ${messageOf(error)}`, isOfCard };
}

function statusOf(code: ApiErrorCode): number | undefined {
  // Neither what the network says nor a code of a server that is newer than this page is among them.
  const known: Partial<Record<ApiErrorCode, { status: number }>> = errorCatalogue;
  return known[code]?.status;
}
