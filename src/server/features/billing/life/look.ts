import { beginDaysAnew, end, stayOffline } from './ending.ts';
import { newsOf, periodOf, turns } from './news.ts';
import { allows } from './stage.ts';
import { type Current, day, type Look, type StepName, type Told } from './told.ts';

const trialNoticeDays = 3;

/**
 * Compares what somebody was told with what is. What lies between is not told: after months of silence they hear what is
 * true now, and nothing of what was. What is told is told in the same transaction as it is written down, so neither
 * repetition nor order matters, nor how many look.
 */
export function look(told: Told, current: Current, now: Date): Look {
  if (current.isAdmin) return lookAtAdmin(told, current, now);
  if (told.stage === 'over') {
    if (allows(current.stage)) return comeBack(told, current, now);
    return current.isDisabled ? beginDaysAnew(told, now) : stayOffline(told, now);
  }
  if (current.stage === 'over') return end(told, current, now);
  // Of a bill that is not settled yet the service speaks again: there is nothing to give a receipt for.
  const isSettled = current.bill === null || current.bill.isPaid;
  if (current.stage === 'none' || (current.stage === 'running' && !isSettled))
    return { steps: [], told, dueAt: null, isDeletionDue: false };
  const names = told.stage === 'unseen' ? [] : newsOf(told, current);
  return goOn(told, current, names, now);
}

/** Nothing of an administrator's ends. When the role is taken, the database has them looked at again. */
function lookAtAdmin(told: Told, current: Current, now: Date): Look {
  if (told.stage === 'over') return { ...comeBack(told, { ...current, stage: 'given' }, now), dueAt: null };
  return { steps: [], told, dueAt: null, isDeletionDue: false };
}

function goOn(before: Told, current: Current, names: StepName[], now: Date): Look {
  const { paymentId, tier, periodEndsAt, trialEndsAt, bill } = current;
  const turn = before.turn + (names.some((name) => turns.includes(name)) ? 1 : 0);
  const told: Told = {
    ...before,
    stage: current.stage,
    paymentId,
    tier,
    periodEndsAt,
    billId: bill?.id ?? null,
    failedAttempts: current.stage === 'failing' ? (bill?.attempts ?? 0) : 0,
    turn,
    offlineSince: null,
    deletesAt: null,
    warned: null,
  };
  const steps = names.map((name) => ({ name, period: periodOf(name, told) }));
  const looked = { steps, told, isDeletionDue: false };
  if (current.stage !== 'trial' || trialEndsAt === null) return { ...looked, dueAt: current.runsOutAt };
  const noticeAt = new Date(trialEndsAt.getTime() - trialNoticeDays * day);
  if (noticeAt > now) return { ...looked, dueAt: noticeAt };
  told.announcedTrialEnd = trialEndsAt;
  // Whoever was told of the trial just now knows when it ends.
  const isNews = names.length === 0 && trialEndsAt > now && !isSame(before.announcedTrialEnd, trialEndsAt);
  if (isNews && before.stage !== 'unseen')
    steps.push({ name: 'trial-ends-soon', period: `${paymentId} ${trialEndsAt.toISOString()}` });
  return { ...looked, dueAt: null };
}

function isSame(date: Date | null, other: Date | null): boolean {
  return date?.getTime() === other?.getTime();
}

function comeBack(told: Told, current: Current, now: Date): Look {
  return goOn(told, current, ['returned'], now);
}
