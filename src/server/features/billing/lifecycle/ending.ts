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

/** Before the deletion, and what is promised at least when the warning comes late. */
const warnings = { week: 7 * day, day } as const;

/** What was online goes offline. */
export function end(before: NotifiedState, { paymentId, tier, bill }: Current, now: Date): StateDiff {
  // What ended long ago and was deleted does not end again.
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
    offlineSince: now,
    deletesAt: deletionAfter(now),
    warned: null,
  };
  const steps: Step[] = [{ name: 'ended', period: String(notified.cycle) }];
  return { steps, notified, dueAt: nextOffline(notified, now), isDeletionDue: false };
}

/** Nobody loses anything unwarned: a warning that is told late puts the deletion off. */
export function stayOffline(before: NotifiedState, now: Date): StateDiff {
  const deletesAt = before.deletesAt ?? now;
  const warn = (kind: 'week' | 'day', name: StepName): StateDiff => {
    const isLate = now.getTime() > deletesAt.getTime() - warnings[kind] + hour;
    const notified: NotifiedState = {
      ...before,
      warned: kind,
      deletesAt: isLate ? new Date(now.getTime() + warnings[kind]) : deletesAt,
    };
    const steps = [{ name, period: String(before.cycle) }];
    return { steps, notified, dueAt: nextOffline(notified, now), isDeletionDue: false };
  };
  const isWithin = (kind: 'week' | 'day') => now.getTime() >= deletesAt.getTime() - warnings[kind];
  if (before.warned === null && isWithin('week')) return warn('week', 'deletion-in-a-week');
  if (before.warned === 'week' && isWithin('day')) return warn('day', 'deletion-tomorrow');
  // After a silence, or where an older state of the database was put back, whoever returned since is not known yet.
  if (before.warned === 'day' && now.getTime() >= deletesAt.getTime() + warnings.day) {
    const notified: NotifiedState = { ...before, deletesAt: new Date(now.getTime() + warnings.day) };
    return { steps: [], notified, dueAt: nextOffline(notified, now), isDeletionDue: false };
  }
  const isDeletionDue = before.warned === 'day' && now >= deletesAt;
  return {
    steps: [],
    notified: before,
    dueAt: isDeletionDue ? now : nextOffline(before, now),
    isDeletionDue,
  };
}

/**
 * Whoever cannot sign in can neither download what is theirs nor pay, so nothing of it is deleted, and they are not
 * warned of it: day after day all days begin anew. Once they are enabled, those are before them, with every warning.
 */
export function beginDaysAnew(before: NotifiedState, now: Date): StateDiff {
  const notified: NotifiedState = {
    ...before,
    // A warning is sent once per cycle.
    cycle: before.cycle + (before.warned === null ? 0 : 1),
    deletesAt: deletionAfter(now),
    warned: null,
  };
  return { steps: [], notified, dueAt: new Date(now.getTime() + day), isDeletionDue: false };
}

/** Whoever becomes an administrator is back within a day. */
function nextOffline({ deletesAt, warned }: NotifiedState, now: Date): Date {
  const end = deletesAt?.getTime() ?? now.getTime();
  const next = warned === 'day' ? end : end - warnings[warned === 'week' ? 'day' : 'week'];
  return new Date(Math.min(next, now.getTime() + day));
}

/** After the deletion. */
export function afterDeletion(before: NotifiedState): StateDiff {
  const notified: NotifiedState = {
    ...before,
    stage: 'deleted',
    offlineSince: null,
    deletesAt: null,
    warned: null,
  };
  const steps: Step[] = [{ name: 'deleted', period: String(before.cycle) }];
  return { steps, notified, dueAt: null, isDeletionDue: false };
}
