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
import type { Current, NotifiedState, StateDiff } from './notified-state.ts';
import { notifyStep, type WrittenMail } from './notify.ts';
import type { OwnedContent } from './owned-content.ts';
import { retryAt } from './retry-delay.ts';
import {
  type LifecycleRow,
  lockLifecycle,
  postponeReconciliation,
  selectDueLifecycle,
  toNotifiedState,
  updateNotifiedState,
} from './store.ts';
import { withTimeout } from './with-timeout.ts';

/** The services that reconciliation needs. */
export interface ReconcileContext {
  context: Context;
  ownedContent: OwnedContent;
  /** The time limit of a request to the payment service, because other users wait meanwhile. */
  timeoutMilliseconds: number;
  /**
   * Reads the user's subscriptions again from the payment service.
   * @returns whether a checkout is in progress
   * @throws if the service is unreachable or does not know the user
   */
  syncSubscriptions(userId: string): Promise<boolean>;
  /** Asks the payment service for the next charge of a subscription. */
  readOutlook(paymentId: string): Promise<Outlook>;
}

type Trx = Transaction<Tables>;

/** What remains to do after the transaction of one user. */
interface Outcome {
  /** Whether a mail was written that can be sent now. */
  hasWrittenMail: boolean;
  /** The user whose content must be deleted. */
  deletionOf: string | null;
  incomplete: IncompleteMails | null;
}

const noFollowUp = { deletionOf: null, incomplete: null };

/** Requests to the payment service at the same time. */
const maxRequests = 4;

/** Remaining work of a run that needs the payment service, which may be slow or unreachable. */
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
    await reconcileAll(reconcile, remaining, signal);
    const incomplete = remaining.incomplete.splice(0, maxRequests);
    if (incomplete.length > 0) {
      await completeMails(reconcile.context, incomplete, readForecast);
      continue;
    }
    const userId = remaining.deletions.shift();
    if (userId === undefined || !(await deleteIfAnswered(reconcile, userId, signal))) return;
  }
}

async function reconcileAll(
  reconcile: ReconcileContext,
  remaining: Remaining,
  signal: AbortSignal,
): Promise<void> {
  let wrote = false;
  try {
    while (!signal.aborted) {
      const outcome = await reconcileNext(reconcile, signal);
      if (outcome === null) break;
      wrote ||= outcome.hasWrittenMail;
      if (outcome.incomplete !== null) remaining.incomplete.push(outcome.incomplete);
      if (outcome.deletionOf !== null) remaining.deletions.push(outcome.deletionOf);
    }
  } finally {
    if (wrote) await sendWritten(reconcile.context);
  }
}

/** @returns null if no user is due */
async function reconcileNext(reconcile: ReconcileContext, signal: AbortSignal): Promise<Outcome | null> {
  const { db, clock } = reconcile.context;
  const now = clock.now();
  let userId: string | null = null;
  try {
    return await retryTransaction(() =>
      db.transaction().execute(async (trx) => {
        const row = await selectDueLifecycle(trx, now).executeTakeFirst();
        userId = row?.user_id ?? null;
        return row ? reconcileUser(reconcile, trx, row, now) : null;
      }),
    );
  } catch (error) {
    if (userId === null || signal.aborted) throw error;
    await postponeAfterError(reconcile, userId, error);
    return { hasWrittenMail: false, ...noFollowUp };
  }
}

async function postponeAfterError(
  { context }: ReconcileContext,
  userId: string,
  error: unknown,
): Promise<void> {
  const { db, clock, log } = context;
  log.error({ err: error, userId }, 'a step of a subscription was not done; it is tried again');
  await postponeReconciliation(db, userId, retryAt(clock.now()));
}

async function reconcileUser(
  reconcile: ReconcileContext,
  trx: Trx,
  row: LifecycleRow,
  now: Date,
): Promise<Outcome> {
  const userId = row.user_id;
  const found = await readCurrent(trx, userId, now);
  if (found === null) {
    await updateNotifiedState(trx, userId, toNotifiedState(row), null);
    return { hasWrittenMail: false, ...noFollowUp };
  }
  const before = toNotifiedState(row);
  const diff = diffState(before, found.current, now);
  if (diff.isDeletionDue) {
    await postponeReconciliation(trx, userId, retryAt(now));
    return { hasWrittenMail: false, ...noFollowUp, deletionOf: userId };
  }
  const mails = await applyDiff(reconcile, trx, { ...found, before, diff, now });
  const waiting = mails.filter(({ isIncomplete }) => isIncomplete);
  const { current } = found;
  const incomplete = waiting.length > 0 ? { userId, current, mails: waiting } : null;
  return { hasWrittenMail: mails.length > waiting.length, deletionOf: null, incomplete };
}

/**
 * Applies the steps, notifies and records the new state.
 * @returns the mails
 */
async function applyDiff(
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
  await updateNotifiedState(trx, person.id, notified, dueAt);
  return mails;
}

/** @returns whether the payment service can be asked of others now */
async function deleteIfAnswered(
  reconcile: ReconcileContext,
  userId: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    if (await deleteSuspendedContent(reconcile, userId, signal)) await sendWritten(reconcile.context);
    return true;
  } catch (error) {
    if (signal.aborted) throw error;
    await postponeAfterError(reconcile, userId, error);
    return !(error instanceof FluxError && error.code === 'unavailable');
  }
}

/**
 * Reads from the payment service first, so that a user who has just paid loses nothing.
 * @returns whether a mail was written
 */
async function deleteSuspendedContent(
  reconcile: ReconcileContext,
  userId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { context, ownedContent } = reconcile;
  const findDueDeletion = (trx: Trx) => findDeletion(trx, userId, context.clock.now());
  const isPaying = await withTimeout(reconcile.timeoutMilliseconds, reconcile.syncSubscriptions(userId));
  if ((await context.db.transaction().execute(findDueDeletion)) === null) return false;
  if (isPaying) {
    await postponeReconciliation(context.db, userId, retryAt(context.clock.now()));
    return false;
  }
  if (!(await ownedContent.deleteSuspended(context, userId, signal))) {
    signal.throwIfAborted();
    throw new Error('Offline content was not deleted.');
  }
  return retryTransaction(() =>
    context.db.transaction().execute(async (trx) => {
      const found = await findDueDeletion(trx);
      if (found === null) return false;
      const { person, current, row } = found;
      const now = context.clock.now();
      const before = toNotifiedState(row);
      const diff = afterDeletion(before);
      return (await applyDiff(reconcile, trx, { person, current, before, diff, now })).length > 0;
    }),
  );
}

async function findDeletion(trx: Trx, userId: string, now: Date) {
  const row = await lockLifecycle(trx, userId);
  const found = row && (await readCurrent(trx, userId, now));
  return row && found && diffState(toNotifiedState(row), found.current, now).isDeletionDue
    ? { ...found, row }
    : null;
}
