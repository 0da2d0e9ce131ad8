import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { FluxError } from '#shared/errors.ts';
import type { Context } from '../../../context.ts';
import { retryTransaction } from '../../../platform/db/retry.ts';
import type { Tables } from '../../../schema.ts';
import { findUser } from '../../accounts/store.ts';
import { sendWritten } from '../../mail/write.ts';
import { listSubscriptionRows } from '../store.ts';
import { afterDeletion } from './ending.ts';
import type { Holdings } from './holdings.ts';
import { look } from './look.ts';
import { runsOutAt, stageOf } from './stage.ts';
import { dueLife, type LifeRow, lockLife, postponeLife, toldOf, writeTold } from './store.ts';
import { tellStep } from './tell.ts';
import type { Current, Look, Told } from './told.ts';

/** What the lives of subscriptions need. */
export interface LifeDesk {
  context: Context;
  holdings: Holdings;
  /** How long the service may take for it: everybody else waits meanwhile. */
  askMilliseconds: number;
  /**
   * Asks the payment service anew what somebody has.
   * @returns whether they are just paying for something
   * @throws where it cannot be asked, or knows nothing of them
   */
  readAgain(userId: string): Promise<boolean>;
}

type Trx = Transaction<Tables>;
type Person = NonNullable<Awaited<ReturnType<typeof findUser>>>;

interface Outcome {
  wrote: boolean;
  /** Whose things are to be deleted for good. */
  deletionOf: string | null;
}

/** For somebody whose turn failed, or who is paying, by the clock of this Flux. */
const patienceMilliseconds = 5 * 60_000;

/**
 * Goes to everybody whose subscription changed, or of whom time has come for something. Each is a transaction of its own
 * that tells, does and writes down what there is, all or nothing: whoever dies in the middle has done nothing, several
 * servers pass over whom another holds, and somebody with whom it fails holds up nobody else.
 *
 * Before anything is deleted for good the payment service is asked, which may be slow or away. So deletions come after
 * everybody else, who come before each of them again, and where the service is away all of them wait.
 */
export async function live(desk: LifeDesk, signal: AbortSignal): Promise<void> {
  const deletions: string[] = [];
  while (!signal.aborted) {
    deletions.push(...(await lookAtAll(desk, signal)));
    const userId = deletions.shift();
    if (userId === undefined || !(await deleteNow(desk, userId, signal))) return;
  }
}

/** @returns whose things are to be deleted for good; they are not looked at again for a while */
async function lookAtAll(desk: LifeDesk, signal: AbortSignal): Promise<string[]> {
  const deletions: string[] = [];
  let wrote = false;
  try {
    while (!signal.aborted) {
      const outcome = await lookAtNext(desk, signal);
      if (outcome === null) break;
      wrote ||= outcome.wrote;
      if (outcome.deletionOf !== null) deletions.push(outcome.deletionOf);
    }
  } finally {
    if (wrote) await sendWritten(desk.context);
  }
  return deletions;
}

/** @returns null where nobody is due */
async function lookAtNext(desk: LifeDesk, signal: AbortSignal): Promise<Outcome | null> {
  const { db, clock } = desk.context;
  const now = clock.now();
  let userId: string | null = null;
  try {
    return await retryTransaction(() =>
      db.transaction().execute(async (trx) => {
        const row = await dueLife(trx, now).executeTakeFirst();
        userId = row?.user_id ?? null;
        return row ? lookAt(desk, trx, row, now) : null;
      }),
    );
  } catch (error) {
    if (userId === null || signal.aborted) throw error;
    await putOff(desk, userId, error);
    return { wrote: false, deletionOf: null };
  }
}

async function putOff({ context }: LifeDesk, userId: string, error: unknown): Promise<void> {
  const { db, clock, log } = context;
  log.error({ err: error, userId }, 'a step of a subscription was not done; it is tried again');
  await postponeLife(db, userId, afterPatience(clock.now()));
}

const afterPatience = (now: Date) => new Date(now.getTime() + patienceMilliseconds);

async function lookAt(desk: LifeDesk, trx: Trx, row: LifeRow, now: Date): Promise<Outcome> {
  const userId = row.user_id;
  const found = await read(trx, userId, now);
  if (found === null) {
    await writeTold(trx, userId, toldOf(row), null);
    return { wrote: false, deletionOf: null };
  }
  const before = toldOf(row);
  const looked = look(before, found.current, now);
  if (looked.isDeletionDue) {
    await postponeLife(trx, userId, afterPatience(now));
    return { wrote: false, deletionOf: userId };
  }
  return { wrote: await take(desk, trx, { ...found, before, looked, now }), deletionOf: null };
}

async function read(
  trx: Trx,
  userId: string,
  now: Date,
): Promise<{ person: Person; current: Current } | null> {
  const person = await findUser(trx, userId);
  const [row] = await listSubscriptionRows(trx, userId);
  if (!person || !row) return null;
  const current: Current = {
    stage: stageOf(row, now),
    paymentId: row.payment_id,
    tier: row.tier,
    trialEndsAt: row.trial_ends_at,
    periodEndsAt: row.current_period_ends_at,
    runsOutAt: runsOutAt(row, now),
    bill: row.last_bill,
    isAdmin: person.role === 'admin',
    isDisabled: person.disabled_at !== null,
  };
  return { person, current };
}

/** Does what the steps say, tells of it and writes it down. @returns whether a mail was written */
async function take(
  { context, holdings }: LifeDesk,
  trx: Trx,
  {
    person,
    current,
    before,
    looked,
    now,
  }: { person: Person; current: Current; before: Told; looked: Look; now: Date },
): Promise<boolean> {
  const { steps, told, dueAt } = looked;
  let wrote = false;
  for (const step of steps) {
    if (step.name === 'ended' && !(await holdings.takeOffline(trx, person.id, now)))
      throw new Error('A plan that has ended is one that goes on by now.');
    if (step.name === 'returned') await holdings.bringBack(trx, person.id);
    wrote = (await tellStep(context, trx, holdings, { person, step, before, told, current, now })) || wrote;
  }
  await writeTold(trx, person.id, told, dueAt);
  return wrote;
}

/** @returns whether the payment service can be asked of others now */
async function deleteNow(desk: LifeDesk, userId: string, signal: AbortSignal): Promise<boolean> {
  try {
    if (await deleteOf(desk, userId, signal)) await sendWritten(desk.context);
    return true;
  } catch (error) {
    if (signal.aborted) throw error;
    await putOff(desk, userId, error);
    return !(error instanceof FluxError && error.code === 'unavailable');
  }
}

/**
 * The payment service is asked first: of whoever paid a moment ago nothing is deleted.
 * @returns whether a mail was written
 */
async function deleteOf(desk: LifeDesk, userId: string, signal: AbortSignal): Promise<boolean> {
  const { context, holdings } = desk;
  const isStillDue = (trx: Trx) => findDeletion(trx, userId, context.clock.now());
  const isPaying = await readInTime(desk, userId);
  if ((await context.db.transaction().execute(isStillDue)) === null) return false;
  if (isPaying) {
    await postponeLife(context.db, userId, afterPatience(context.clock.now()));
    return false;
  }
  if (!(await holdings.deleteOffline(context, userId, signal))) {
    signal.throwIfAborted();
    throw new Error('What is offline was not deleted.');
  }
  return retryTransaction(() =>
    context.db.transaction().execute(async (trx) => {
      const found = await isStillDue(trx);
      if (found === null) return false;
      const { person, current, row } = found;
      const now = context.clock.now();
      const before = toldOf(row);
      return take(desk, trx, { person, current, before, looked: afterDeletion(before), now });
    }),
  );
}

/** What is answered later is written down all the same. */
async function readInTime({ readAgain, askMilliseconds }: LifeDesk, userId: string): Promise<boolean> {
  const waiting = new AbortController();
  const tooLate = sleep(askMilliseconds, undefined, { signal: waiting.signal }).then(() => {
    throw new FluxError('unavailable', 'The payment service did not answer in time.');
  });
  try {
    return await Promise.race([readAgain(userId), tooLate]);
  } finally {
    waiting.abort();
  }
}

async function findDeletion(trx: Trx, userId: string, now: Date) {
  const row = await lockLife(trx, userId);
  const found = row && (await read(trx, userId, now));
  return row && found && look(toldOf(row), found.current, now).isDeletionDue ? { ...found, row } : null;
}
