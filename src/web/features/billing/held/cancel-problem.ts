import { messageOf } from '../../../api.ts';

/** The answer came, and says why nothing was cancelled. */
class CancelRefusal extends Error {}

const general = 'Failed to cancel subscription';
/** Sentences that say by themselves that nothing was cancelled. */
const whole = [general, 'No active subscription found'];

export function cancelRefusal(answer: string): Error {
  return new CancelRefusal(whole.includes(answer) ? answer : `${general}: ${answer}`);
}

/** What is shown where cancelling failed, whether it was refused or never answered. */
export function cancelProblem(error: unknown): string {
  if (error instanceof CancelRefusal) return error.message;
  return `Error cancelling subscription: ${messageOf(error)}`;
}
