import { messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/billing/current-plan.ts';
import { format } from '#web/i18n/format.ts';

/** The answer came, and says why nothing was cancelled. */
class CancelRefusal extends Error {}

const general = texts.failedToCancelSubscription;
/** Sentences that say by themselves that nothing was cancelled. */
const whole: readonly string[] = [general, texts.noActiveSubscriptionFound];

export function cancelRefusal(answer: string): Error {
  return new CancelRefusal(whole.includes(answer) ? answer : `${general}: ${answer}`);
}

/** What is shown where cancelling failed, whether it was refused or never answered. */
export function cancelProblem(error: unknown): string {
  if (error instanceof CancelRefusal) return error.message;
  return format(texts.errorCancellingSubscriptionError, { error: messageOf(error) });
}
