import { setTimeout as sleep } from 'node:timers/promises';
import { nextSandboxDueAt } from '#sandbox/stripe/store.ts';
import { withAdvisoryLock } from '#server/platform/db/advisory-lock.ts';
import type { SettableClock } from '#server/platform/time/clock.ts';
import { type ReconcileContext, reconcileDue } from '../lifecycle/reconcile-due.ts';
import { nextDueAt } from '../lifecycle/store.ts';
import type { PaymentGateway } from '../payments/payment-gateway.ts';

const busyMilliseconds = 50;

/**
 * Moves the server's clock forward, from one due time to the next: the sandbox bills, Flux processes the events and
 * notifies, then the next. Sessions use the same clock: moving it by 30 days signs everyone out.
 * @returns the new time
 */
export async function moveClock(
  reconcile: ReconcileContext,
  payments: PaymentGateway,
  clock: SettableClock,
  seconds: number,
): Promise<Date> {
  const { db } = reconcile.context;
  const { signal } = new AbortController();
  const settle = async () => {
    await payments.runSandbox(signal);
    await reconcileDue(reconcile, signal);
  };
  return withAdvisoryLock(db, 'test clock', async () => {
    const target = new Date(clock.now().getTime() + seconds * 1000);
    for (;;) {
      await settle();
      const moments = [await nextSandboxDueAt(db), await nextDueAt(db)].filter((moment) => moment !== null);
      const next = new Date(Math.min(...moments.map((moment) => moment.getTime()), target.getTime()));
      // What is due already is in the hands of another server, or of a job of this one.
      if (next <= clock.now() && next < target) await sleep(busyMilliseconds);
      else await clock.moveTo(next);
      if (next >= target) break;
    }
    await settle();
    return target;
  });
}
