import type { Current, NotifiedState, StepName } from './notified-state.ts';

/** The notifications that are due for a plan that continues. */
export function lifecycleEvents(notified: NotifiedState, current: Current): StepName[] {
  const { stage, bill } = current;
  if (stage === 'given' || stage === 'none' || stage === 'over') return [];
  const isNew =
    notified.paymentId !== current.paymentId || ['none', 'given', 'deleted'].includes(notified.stage);
  const failed =
    (bill?.attempts ?? 0) > (isNew || notified.stage !== 'failing' ? 0 : notified.failedAttempts);
  const failing: StepName[] = failed ? ['payment-failed'] : [];
  if (isNew)
    return {
      trial: ['trial-began' as const],
      running: ['plan-began' as const],
      ending: ['cancelled' as const],
      failing,
    }[stage];
  // An unknown price is a mistake in the configuration, not the user's choice.
  const isKnown = notified.tier !== 'unknown' && current.tier !== 'unknown';
  const changed: StepName[] = notified.tier === current.tier || !isKnown ? [] : ['plan-changed'];
  if (stage === 'failing') return [...failing, ...changed];
  if (stage === 'ending') return notified.stage === 'ending' ? changed : ['cancelled'];
  // A plan change withdraws a cancellation, so it needs no extra step.
  const resumed: StepName[] = notified.stage === 'ending' && changed.length === 0 ? ['resumed'] : [];
  if (stage === 'trial') return [...changed, ...resumed];
  if (notified.stage === 'failing')
    return [notified.failedAttempts > 0 ? 'payment-recovered' : 'renewed', ...changed];
  if (notified.stage === 'trial') return ['trial-charged', ...changed];
  return isLater(current.periodEndsAt, notified.periodEndsAt)
    ? ['renewed', ...changed]
    : [...changed, ...resumed];
}

function isLater(date: Date | null, than: Date | null): boolean {
  return date !== null && than !== null && date > than;
}

/** Each starts a cycle, because it can happen again in the same period. */
export const cycleStarts: readonly StepName[] = ['cancelled', 'resumed', 'plan-changed', 'ended', 'returned'];

/** The period of a step. */
export function periodOf(name: StepName, notified: NotifiedState): string {
  if (cycleStarts.includes(name)) return String(notified.cycle);
  const { paymentId, periodEndsAt, billId, failedAttempts } = notified;
  if (name === 'payment-failed') return `${billId} ${failedAttempts}`;
  const isMonthly = name === 'renewed' || name === 'payment-recovered';
  return isMonthly ? `${paymentId} ${periodEndsAt?.toISOString()}` : String(paymentId);
}
