import type { Context } from '#server/context.ts';
import type { Payments } from '../stripe/port.ts';
import { listOverdue } from './store.ts';
import { syncCustomer } from './sync.ts';

/** Renewal events usually arrive within this time. */
const retryDelayMilliseconds = 2 * 3_600_000;
/** The service accepts about a hundred requests a second; few events are missed. */
const maxPeople = 500;

/**
 * Reads the subscriptions whose period ended without a renewal event. Events are lost after days of downtime or with
 * a wrong webhook address; without this an ended plan would continue.
 */
export async function reconcile(context: Context, payments: Payments, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = context;
  const before = new Date(clock.now().getTime() - retryDelayMilliseconds);
  const overdue = await listOverdue(db, payments.service, before, maxPeople);
  for (const person of overdue) {
    if (signal.aborted) return;
    await syncCustomer(context, payments, person).catch((error: unknown) =>
      log.warn({ err: error, userId: person.userId }, 'a subscription could not be read again'),
    );
  }
}
