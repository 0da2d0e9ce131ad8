import type { Context } from '#server/context.ts';
import type { Payments } from '../stripe/port.ts';
import { listOverdue } from './store.ts';
import { syncCustomer } from './sync.ts';

/** Renewals are told of within this time, as a rule. */
const patienceMilliseconds = 2 * 3_600_000;
/** The service takes about a hundred requests a second; this is for the few that were missed. */
const maxPeople = 500;

/**
 * Asks for everybody whose period ended without a word on the next. What was told while Flux was away for days, or to an
 * address that was wrong, is told no more; without this a plan that ended would go on.
 */
export async function reconcile(context: Context, payments: Payments, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = context;
  const before = new Date(clock.now().getTime() - patienceMilliseconds);
  const overdue = await listOverdue(db, payments.service, before, maxPeople);
  for (const person of overdue) {
    if (signal.aborted) return;
    await syncCustomer(context, payments, person).catch((error: unknown) =>
      log.warn({ err: error, userId: person.userId }, 'a subscription could not be read again'),
    );
  }
}
