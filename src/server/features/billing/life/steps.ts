import { deletionAfter } from '#shared/offline.ts';
import type { Tier } from '#shared/plans.ts';
import type { LastBill, Stage } from '../../../schema.ts';
import { allows } from './stage.ts';

export type StepName =
  | 'trial-began'
  | 'trial-ends-soon'
  | 'trial-charged'
  | 'plan-began'
  | 'renewed'
  | 'payment-failed'
  | 'payment-recovered'
  | 'plan-changed'
  | 'cancelled'
  | 'resumed'
  | 'ended'
  | 'deletion-in-a-week'
  | 'deletion-tomorrow'
  | 'deleted'
  | 'returned';

/** Somebody is told each once for the period, the attempt or the change of mind that it is of. */
export interface Step {
  name: StepName;
  period: string;
}

/** What a person was told last. */
export interface Told {
  stage: Stage | 'unseen' | 'deleted';
  paymentId: string | null;
  tier: Tier | null;
  periodEndsAt: Date | null;
  billId: string | null;
  failedAttempts: number;
  announcedTrialEnd: Date | null;
  turn: number;
  offlineSince: Date | null;
  deletesAt: Date | null;
  warned: 'week' | 'day' | null;
}

/** Their subscription as it is. */
export interface Current {
  stage: Stage;
  paymentId: string | null;
  tier: Tier;
  trialEndsAt: Date | null;
  periodEndsAt: Date | null;
  /** When time alone ends it, without another word of the service; null otherwise. */
  runsOutAt: Date | null;
  bill: LastBill | null;
  /** Administrators have every right, whatever they bought. */
  isAdmin: boolean;
}

export interface Look {
  steps: Step[];
  /** After the steps. */
  told: Told;
  /** When to look again, if the subscription is not written before. */
  dueAt: Date | null;
  /** What is offline is to be deleted for good now. */
  isDeletionDue: boolean;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
export const trialNoticeDays = 3;
/** Before the deletion, and what is promised at least when the warning comes late. */
const warnings = { week: 7 * day, day } as const;

/**
 * Compares what somebody was told with what is. What lies between is not told: after months of silence they hear what is
 * true now, and nothing of what was. What is told is told in the same transaction as it is written down, so neither
 * repetition nor order matters, nor how many look.
 */
export function look(told: Told, current: Current, now: Date): Look {
  if (current.isAdmin) return lookAtAdmin(told, current, now);
  if (told.stage === 'over')
    return allows(current.stage) ? comeBack(told, current, now) : stayOffline(told, now);
  if (current.stage === 'over') return end(told, current, now);
  // Of a bill that is not settled yet the service speaks again: there is nothing to give a receipt for.
  const isSettled = current.bill === null || current.bill.isPaid;
  if (current.stage === 'none' || (current.stage === 'running' && !isSettled))
    return { steps: [], told, dueAt: null, isDeletionDue: false };
  const names = told.stage === 'unseen' ? [] : newsOf(told, current);
  return goOn(told, current, names, now);
}

/** Nothing of an administrator's ends. The role can be taken away without a word to this, so they are looked at daily. */
function lookAtAdmin(told: Told, current: Current, now: Date): Look {
  const dueAt = new Date(now.getTime() + day);
  if (told.stage === 'over') return { ...comeBack(told, { ...current, stage: 'given' }, now), dueAt };
  return { steps: [], told, dueAt, isDeletionDue: false };
}

/** What there is to tell of a plan that goes on. */
function newsOf(told: Told, current: Current): StepName[] {
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
  const changed: StepName[] = told.tier === current.tier ? [] : ['plan-changed'];
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
const turns: readonly StepName[] = ['cancelled', 'resumed', 'plan-changed', 'ended', 'returned'];

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

function periodOf(name: StepName, told: Told): string {
  if (turns.includes(name)) return String(told.turn);
  const { paymentId, periodEndsAt, billId, failedAttempts } = told;
  if (name === 'payment-failed') return `${billId} ${failedAttempts}`;
  const isMonthly = name === 'renewed' || name === 'payment-recovered';
  return isMonthly ? `${paymentId} ${periodEndsAt?.toISOString()}` : String(paymentId);
}

function comeBack(told: Told, current: Current, now: Date): Look {
  return goOn(told, current, ['returned'], now);
}

function end(before: Told, { paymentId, tier, bill }: Current, now: Date): Look {
  // What ended long ago and was deleted does not end again.
  if (before.stage === 'deleted' && before.paymentId === paymentId)
    return { steps: [], told: before, dueAt: null, isDeletionDue: false };
  const told: Told = {
    ...before,
    stage: 'over',
    paymentId,
    tier,
    periodEndsAt: null,
    billId: bill?.id ?? null,
    failedAttempts: 0,
    turn: before.turn + 1,
    offlineSince: now,
    deletesAt: deletionAfter(now),
    warned: null,
  };
  const steps: Step[] = [{ name: 'ended', period: String(told.turn) }];
  return { steps, told, dueAt: nextOffline(told, now), isDeletionDue: false };
}

/** Nobody loses anything unwarned: a warning that is told late puts the deletion off. */
function stayOffline(before: Told, now: Date): Look {
  const deletesAt = before.deletesAt ?? now;
  const warn = (kind: 'week' | 'day', name: StepName): Look => {
    const isLate = now.getTime() > deletesAt.getTime() - warnings[kind] + hour;
    const told: Told = {
      ...before,
      warned: kind,
      deletesAt: isLate ? new Date(now.getTime() + warnings[kind]) : deletesAt,
    };
    const steps = [{ name, period: String(before.turn) }];
    return { steps, told, dueAt: nextOffline(told, now), isDeletionDue: false };
  };
  const isWithin = (kind: 'week' | 'day') => now.getTime() >= deletesAt.getTime() - warnings[kind];
  if (before.warned === null && isWithin('week')) return warn('week', 'deletion-in-a-week');
  if (before.warned === 'week' && isWithin('day')) return warn('day', 'deletion-tomorrow');
  const isDeletionDue = before.warned === 'day' && now >= deletesAt;
  return { steps: [], told: before, dueAt: isDeletionDue ? now : nextOffline(before, now), isDeletionDue };
}

/** Whoever becomes an administrator is back within a day. */
function nextOffline({ deletesAt, warned }: Told, now: Date): Date {
  const end = deletesAt?.getTime() ?? now.getTime();
  const next = warned === 'day' ? end : end - warnings[warned === 'week' ? 'day' : 'week'];
  return new Date(Math.min(next, now.getTime() + day));
}

/** After the deletion. */
export function afterDeletion(before: Told): Look {
  const told: Told = { ...before, stage: 'deleted', offlineSince: null, deletesAt: null, warned: null };
  const steps: Step[] = [{ name: 'deleted', period: String(before.turn) }];
  return { steps, told, dueAt: null, isDeletionDue: false };
}
