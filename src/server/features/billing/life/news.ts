import type { Current, StepName, Told } from './told.ts';

/** What there is to tell of a plan that goes on. */
export function newsOf(told: Told, current: Current): StepName[] {
  const { stage, bill } = current;
  if (stage === 'given' || stage === 'none' || stage === 'over') return [];
  const isNew = told.paymentId !== current.paymentId || ['none', 'given', 'deleted'].includes(told.stage);
  const failed = (bill?.attempts ?? 0) > (isNew || told.stage !== 'failing' ? 0 : told.failedAttempts);
  const failing: StepName[] = failed ? ['payment-failed'] : [];
  if (isNew)
    return {
      trial: ['trial-began' as const],
      running: ['plan-began' as const],
      ending: ['cancelled' as const],
      failing,
    }[stage];
  // Nobody chose a price that is not configured: it is whoever runs this Flux that forgot it.
  const isKnown = told.tier !== 'unknown' && current.tier !== 'unknown';
  const changed: StepName[] = told.tier === current.tier || !isKnown ? [] : ['plan-changed'];
  if (stage === 'failing') return [...failing, ...changed];
  if (stage === 'ending') return told.stage === 'ending' ? changed : ['cancelled'];
  // Whoever takes another plan has said with it that they go on.
  const resumed: StepName[] = told.stage === 'ending' && changed.length === 0 ? ['resumed'] : [];
  if (stage === 'trial') return [...changed, ...resumed];
  if (told.stage === 'failing')
    return [told.failedAttempts > 0 ? 'payment-recovered' : 'renewed', ...changed];
  if (told.stage === 'trial') return ['trial-charged', ...changed];
  return isLater(current.periodEndsAt, told.periodEndsAt)
    ? ['renewed', ...changed]
    : [...changed, ...resumed];
}

function isLater(date: Date | null, than: Date | null): boolean {
  return date !== null && than !== null && date > than;
}

/** Each is a change of mind, which may come again in the same period. */
export const turns: readonly StepName[] = ['cancelled', 'resumed', 'plan-changed', 'ended', 'returned'];

/** What a step is of. */
export function periodOf(name: StepName, told: Told): string {
  if (turns.includes(name)) return String(told.turn);
  const { paymentId, periodEndsAt, billId, failedAttempts } = told;
  if (name === 'payment-failed') return `${billId} ${failedAttempts}`;
  const isMonthly = name === 'renewed' || name === 'payment-recovered';
  return isMonthly ? `${paymentId} ${periodEndsAt?.toISOString()}` : String(paymentId);
}
