import { messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/billing/current-plan.ts';
import { format } from '#web/i18n/format.ts';

/** A response with the reason why nothing was cancelled. */
class CancelRefusal extends Error {}

const general = texts.failedToCancelSubscription;
/** Messages that already state that nothing was cancelled. */
const whole: readonly string[] = [general, texts.noActiveSubscriptionFound];

export function cancelRefusal(answer: string): Error {
  return new CancelRefusal(whole.includes(answer) ? answer : `${general}: ${answer}`);
}

/** The message for a failed cancellation, refused or without a response. */
export function cancelProblem(error: unknown): string {
  if (error instanceof CancelRefusal) return error.message;
  return format(texts.errorCancellingSubscriptionError, { error: messageOf(error) });
}
