import { deletionAfter } from '#shared/billing/offline-days.ts';
import {
  type Current,
  day,
  hour,
  type NotifiedState,
  type StateDiff,
  type Step,
  type StepName,
} from './notified-state.ts';

/** The times before the deletion, and the minimum notice after a late warning. */
const warnings = { week: 7 * day, day } as const;

/** The plan ended: content is suspended. */
export function diffEnded(before: NotifiedState, { paymentId, tier, bill }: Current, now: Date): StateDiff {
  // A deleted, long ended plan does not end again.
  if (before.stage === 'deleted' && before.paymentId === paymentId)
    return { steps: [], notified: before, dueAt: null, isDeletionDue: false };
  const notified: NotifiedState = {
    ...before,
    stage: 'over',
    paymentId,
    tier,
    periodEndsAt: null,
    billId: bill?.id ?? null,
    failedAttempts: 0,
    cycle: before.cycle + 1,
    suspendedSince: now,
    deletesAt: deletionAfter(now),
    warned: null,
  };
  const steps: Step[] = [{ name: 'ended', period: String(notified.cycle) }];
  return { steps, notified, dueAt: nextDueAt(notified, now), isDeletionDue: false };
}

/** A late warning postpones the deletion, so that nothing is deleted without notice. */
export function diffSuspended(before: NotifiedState, now: Date): StateDiff {
  const deletesAt = before.deletesAt ?? now;
  const warn = (kind: 'week' | 'day', name: StepName): StateDiff => {
    const isLate = now.getTime() > deletesAt.getTime() - warnings[kind] + hour;
    const notified: NotifiedState = {
      ...before,
      warned: kind,
      deletesAt: isLate ? new Date(now.getTime() + warnings[kind]) : deletesAt,
    };
    const steps = [{ name, period: String(before.cycle) }];
    return { steps, notified, dueAt: nextDueAt(notified, now), isDeletionDue: false };
  };
  const isWithin = (kind: 'week' | 'day') => now.getTime() >= deletesAt.getTime() - warnings[kind];
  if (before.warned === null && isWithin('week')) return warn('week', 'deletion-in-a-week');
  if (before.warned === 'week' && isWithin('day')) return warn('day', 'deletion-tomorrow');
  // After downtime or a restored backup, a return may not be known yet.
  if (before.warned === 'day' && now.getTime() >= deletesAt.getTime() + warnings.day) {
    const notified: NotifiedState = { ...before, deletesAt: new Date(now.getTime() + warnings.day) };
    return { steps: [], notified, dueAt: nextDueAt(notified, now), isDeletionDue: false };
  }
  const isDeletionDue = before.warned === 'day' && now >= deletesAt;
  return {
    steps: [],
    notified: before,
    dueAt: isDeletionDue ? now : nextDueAt(before, now),
    isDeletionDue,
  };
}

/**
 * A disabled user can neither download their content nor pay, so the deletion period restarts daily without warnings.
 * Once enabled, they get the whole period with all warnings.
 */
export function restartDeletionPeriod(before: NotifiedState, now: Date): StateDiff {
  const notified: NotifiedState = {
    ...before,
    // A warning is sent once per cycle.
    cycle: before.cycle + (before.warned === null ? 0 : 1),
    deletesAt: deletionAfter(now),
    warned: null,
  };
  return { steps: [], notified, dueAt: new Date(now.getTime() + day), isDeletionDue: false };
}

/** Within a day, so that a new administrator gets access back. */
function nextDueAt({ deletesAt, warned }: NotifiedState, now: Date): Date {
  const diffEnded = deletesAt?.getTime() ?? now.getTime();
  const next = warned === 'day' ? diffEnded : diffEnded - warnings[warned === 'week' ? 'day' : 'week'];
  return new Date(Math.min(next, now.getTime() + day));
}

/** After the deletion. */
export function afterDeletion(before: NotifiedState): StateDiff {
  const notified: NotifiedState = {
    ...before,
    stage: 'deleted',
    suspendedSince: null,
    deletesAt: null,
    warned: null,
  };
  const steps: Step[] = [{ name: 'deleted', period: String(before.cycle) }];
  return { steps, notified, dueAt: null, isDeletionDue: false };
}
