import type { Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { retryTransaction } from '#server/platform/db/retry.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { sendWritten } from '../../mail/write.ts';
import type { Outlook } from '../stripe/port.ts';
import { completeMails, type IncompleteMails } from './complete-mails.ts';
import { type Person, readCurrent } from './current.ts';
import { diffState } from './diff-state.ts';
import { afterDeletion } from './ending.ts';
import { createForecasts } from './forecast.ts';
import { inTime } from './in-time.ts';
import type { Current, NotifiedState, StateDiff } from './notified-state.ts';
import { notifyStep, type WrittenMail } from './notify.ts';
import type { OwnedContent } from './owned-content.ts';
import { afterPatience } from './patience.ts';
import { dueLife, type LifecycleRow, lockLife, notifiedStateOf, postponeLife, writeTold } from './store.ts';

/** The services that reconciliation needs. */
export interface ReconcileContext {
  context: Context;
  ownedContent: OwnedContent;
  /** How long the service may take for it: everybody else waits meanwhile. */
  askMilliseconds: number;
  /**
   * Asks the payment service anew what somebody has.
   * @returns whether they are just paying for something
   * @throws where it cannot be asked, or knows nothing of them
   */
  readAgain(userId: string): Promise<boolean>;
  /** Asks the payment service for the next charge of a subscription. */
  readOutlook(paymentId: string): Promise<Outlook>;
}

type Trx = Transaction<Tables>;

/** What one look leaves to be done outside of its transaction. */
interface Outcome {
  /** Whether a mail was written that can be sent now. */
  wrote: boolean;
  /** Whose things are to be deleted for good. */
  deletionOf: string | null;
  incomplete: IncompleteMails | null;
}

const nothingMore = { deletionOf: null, incomplete: null };

/** Requests to the payment service at the same time. */
const maxRequests = 4;

/** What the looks of a run left. It takes the payment service, which may be slow or away. */
interface Remaining {
  incomplete: IncompleteMails[];
  /** Ids of users. They are skipped for a while. */
  deletions: string[];
}

/**
 * Reconciles every user whose subscription changed or who is due by the clock. Each user is one transaction that notifies,
 * acts and records, all or nothing. Several servers may run it: each skips rows that another has locked. A failure with one
 * user does not delay the others.
 *
 * The payment provider is called after these transactions: first for the amounts in mails, then before each deletion. Users
 * who become due meanwhile are reconciled before the next call, so they wait for one response at most.
 */
export async function reconcileDue(reconcile: ReconcileContext, signal: AbortSignal): Promise<void> {
  const remaining: Remaining = { incomplete: [], deletions: [] };
  const readForecast = createForecasts(reconcile);
  while (!signal.aborted) {
    await lookAtAll(reconcile, remaining, signal);
    const incomplete = remaining.incomplete.splice(0, maxRequests);
    if (incomplete.length > 0) {
      await completeMails(reconcile.context, incomplete, readForecast);
      continue;
    }
    const userId = remaining.deletions.shift();
    if (userId === undefined || !(await deleteNow(reconcile, userId, signal))) return;
  }
}

async function lookAtAll(
  reconcile: ReconcileContext,
  remaining: Remaining,
  signal: AbortSignal,
): Promise<void> {
  let wrote = false;
  try {
    while (!signal.aborted) {
      const outcome = await lookAtNext(reconcile, signal);
      if (outcome === null) break;
      wrote ||= outcome.wrote;
      if (outcome.incomplete !== null) remaining.incomplete.push(outcome.incomplete);
      if (outcome.deletionOf !== null) remaining.deletions.push(outcome.deletionOf);
    }
  } finally {
    if (wrote) await sendWritten(reconcile.context);
  }
}

/** @returns null if nobody is due */
async function lookAtNext(reconcile: ReconcileContext, signal: AbortSignal): Promise<Outcome | null> {
  const { db, clock } = reconcile.context;
  const now = clock.now();
  let userId: string | null = null;
  try {
    return await retryTransaction(() =>
      db.transaction().execute(async (trx) => {
        const row = await dueLife(trx, now).executeTakeFirst();
        userId = row?.user_id ?? null;
        return row ? lookAt(reconcile, trx, row, now) : null;
      }),
    );
  } catch (error) {
    if (userId === null || signal.aborted) throw error;
    await putOff(reconcile, userId, error);
    return { wrote: false, ...nothingMore };
  }
}

async function putOff({ context }: ReconcileContext, userId: string, error: unknown): Promise<void> {
  const { db, clock, log } = context;
  log.error({ err: error, userId }, 'a step of a subscription was not done; it is tried again');
  await postponeLife(db, userId, afterPatience(clock.now()));
}

async function lookAt(reconcile: ReconcileContext, trx: Trx, row: LifecycleRow, now: Date): Promise<Outcome> {
  const userId = row.user_id;
  const found = await readCurrent(trx, userId, now);
  if (found === null) {
    await writeTold(trx, userId, notifiedStateOf(row), null);
    return { wrote: false, ...nothingMore };
  }
  const before = notifiedStateOf(row);
  const diff = diffState(before, found.current, now);
  if (diff.isDeletionDue) {
    await postponeLife(trx, userId, afterPatience(now));
    return { wrote: false, ...nothingMore, deletionOf: userId };
  }
  const mails = await take(reconcile, trx, { ...found, before, diff, now });
  const waiting = mails.filter(({ isIncomplete }) => isIncomplete);
  const { current } = found;
  const incomplete = waiting.length > 0 ? { userId, current, mails: waiting } : null;
  return { wrote: mails.length > waiting.length, deletionOf: null, incomplete };
}

/** Does what the steps say, tells of it and writes it down. @returns the mails */
async function take(
  { context, ownedContent }: ReconcileContext,
  trx: Trx,
  {
    person,
    current,
    before,
    diff,
    now,
  }: { person: Person; current: Current; before: NotifiedState; diff: StateDiff; now: Date },
): Promise<WrittenMail[]> {
  const { steps, notified, dueAt } = diff;
  const mails: WrittenMail[] = [];
  for (const step of steps) {
    if (step.name === 'ended' && !(await ownedContent.suspend(trx, person.id, now)))
      throw new Error('A plan that has ended is one that goes on by now.');
    if (step.name === 'returned') await ownedContent.restore(trx, person.id);
    const mail = await notifyStep(context, trx, ownedContent, {
      person,
      step,
      before,
      notified,
      current,
      now,
    });
    if (mail !== null) mails.push(mail);
  }
  await writeTold(trx, person.id, notified, dueAt);
  return mails;
}

/** @returns whether the payment service can be asked of others now */
async function deleteNow(reconcile: ReconcileContext, userId: string, signal: AbortSignal): Promise<boolean> {
  try {
    if (await deleteOf(reconcile, userId, signal)) await sendWritten(reconcile.context);
    return true;
  } catch (error) {
    if (signal.aborted) throw error;
    await putOff(reconcile, userId, error);
    return !(error instanceof FluxError && error.code === 'unavailable');
  }
}

/**
 * The payment service is asked first: of whoever paid a moment ago nothing is deleted.
 * @returns whether a mail was written
 */
async function deleteOf(reconcile: ReconcileContext, userId: string, signal: AbortSignal): Promise<boolean> {
  const { context, ownedContent } = reconcile;
  const isStillDue = (trx: Trx) => findDeletion(trx, userId, context.clock.now());
  const isPaying = await inTime(reconcile.askMilliseconds, reconcile.readAgain(userId));
  if ((await context.db.transaction().execute(isStillDue)) === null) return false;
  if (isPaying) {
    await postponeLife(context.db, userId, afterPatience(context.clock.now()));
    return false;
  }
  if (!(await ownedContent.deleteSuspended(context, userId, signal))) {
    signal.throwIfAborted();
    throw new Error('Offline content was not deleted.');
  }
  return retryTransaction(() =>
    context.db.transaction().execute(async (trx) => {
      const found = await isStillDue(trx);
      if (found === null) return false;
      const { person, current, row } = found;
      const now = context.clock.now();
      const before = notifiedStateOf(row);
      const diff = afterDeletion(before);
      return (await take(reconcile, trx, { person, current, before, diff, now })).length > 0;
    }),
  );
}

async function findDeletion(trx: Trx, userId: string, now: Date) {
  const row = await lockLife(trx, userId);
  const found = row && (await readCurrent(trx, userId, now));
  return row && found && diffState(notifiedStateOf(row), found.current, now).isDeletionDue
    ? { ...found, row }
    : null;
}
