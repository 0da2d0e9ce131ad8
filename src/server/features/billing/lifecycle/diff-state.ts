import { diffEnded, diffSuspended, restartDeletionPeriod } from './ending.ts';
import { cycleStarts, lifecycleEvents, periodOf } from './lifecycle-events.ts';
import { type Current, day, type NotifiedState, type StateDiff, type StepName } from './notified-state.ts';
import { allowsContentOnline } from './stage.ts';

const trialNoticeDays = 3;

/**
 * Compares the state that a user was last notified of with the current state. States in between are skipped: after months
 * of downtime users learn the current state only. The notified state is stored in the transaction that writes the mail, so
 * repetition, order and the number of servers do not matter.
 */
export function diffState(notified: NotifiedState, current: Current, now: Date): StateDiff {
  if (current.isAdmin) return diffAdmin(notified, current, now);
  if (notified.stage === 'over') {
    if (allowsContentOnline(current.stage)) return diffReturned(notified, current, now);
    return current.isDisabled ? restartDeletionPeriod(notified, now) : diffSuspended(notified, now);
  }
  if (current.stage === 'over') return diffEnded(notified, current, now);
  // An unpaid bill has another event later: there is no receipt yet.
  const isSettled = current.bill === null || current.bill.isPaid;
  if (current.stage === 'none' || (current.stage === 'running' && !isSettled))
    return { steps: [], notified, dueAt: null, isDeletionDue: false };
  const names = notified.stage === 'unseen' ? [] : lifecycleEvents(notified, current);
  return diffActive(notified, current, names, now);
}

/** Content of administrators never goes offline. A trigger schedules reconciliation when the role is revoked. */
function diffAdmin(notified: NotifiedState, current: Current, now: Date): StateDiff {
  if (notified.stage === 'over')
    return { ...diffReturned(notified, { ...current, stage: 'given' }, now), dueAt: null };
  return { steps: [], notified, dueAt: null, isDeletionDue: false };
}

function diffActive(before: NotifiedState, current: Current, names: StepName[], now: Date): StateDiff {
  const { paymentId, tier, periodEndsAt, trialEndsAt, bill } = current;
  const cycle = before.cycle + (names.some((name) => cycleStarts.includes(name)) ? 1 : 0);
  const notified: NotifiedState = {
    ...before,
    stage: current.stage,
    paymentId,
    tier,
    periodEndsAt,
    billId: bill?.id ?? null,
    failedAttempts: current.stage === 'failing' ? (bill?.attempts ?? 0) : 0,
    cycle,
    suspendedSince: null,
    deletesAt: null,
    warned: null,
  };
  const steps = names.map((name) => ({ name, period: periodOf(name, notified) }));
  const diff = { steps, notified, isDeletionDue: false };
  if (current.stage !== 'trial' || trialEndsAt === null) return { ...diff, dueAt: current.runsOutAt };
  const noticeAt = new Date(trialEndsAt.getTime() - trialNoticeDays * day);
  if (noticeAt > now) return { ...diff, dueAt: noticeAt };
  notified.notifiedTrialEnd = trialEndsAt;
  // A step about the trial already names its end.
  const isChanged = names.length === 0 && trialEndsAt > now && !isSame(before.notifiedTrialEnd, trialEndsAt);
  if (isChanged && before.stage !== 'unseen')
    steps.push({ name: 'trial-ends-soon', period: `${paymentId} ${trialEndsAt.toISOString()}` });
  return { ...diff, dueAt: null };
}

function isSame(date: Date | null, other: Date | null): boolean {
  return date?.getTime() === other?.getTime();
}

function diffReturned(notified: NotifiedState, current: Current, now: Date): StateDiff {
  return diffActive(notified, current, ['returned'], now);
}
