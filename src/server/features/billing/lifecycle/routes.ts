import type { Context } from '#server/context.ts';
import type { Http } from '#server/platform/http/http.ts';
import { TestClock } from '#server/platform/time/test-clock.ts';
import { moveTestClock } from '#shared/billing/test-payments.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { moveClock } from '../lifecycle-clock/move-clock.ts';
import type { PaymentGateway } from '../payments/payment-gateway.ts';
import { findCustomer } from '../payments/store.ts';
import { syncCustomer } from '../payments/sync.ts';
import type { OwnedContent } from './owned-content.ts';
import { type ReconcileContext, reconcileDue } from './reconcile-due.ts';
import { reconcileJob } from './trigger-reconcile.ts';

export function registerLifecycle(
  http: Http<Viewer>,
  context: Context,
  { payments, ownedContent }: { payments: PaymentGateway; ownedContent: OwnedContent },
): void {
  const reconcile = openReconcileContext(context, { payments, ownedContent });
  context.jobs.register({
    name: reconcileJob,
    concurrency: 1,
    retryLimit: 2,
    schedule: '* * * * *',
    run: (_data, signal) => reconcileDue(reconcile, signal),
  });
  const { clock } = context;
  if (!(clock instanceof TestClock)) return;
  context.log.warn(
    'FLUX_TEST_CLOCK is on: administrators move the clock, and what ends by it is deleted for good.',
  );
  http.bindSignedIn(moveTestClock, async ({ body: { seconds } }) => {
    const now = await moveClock(reconcile, payments, clock, seconds);
    await context.jobs.addDueByClock();
    return { now: now.toISOString() };
  });
}

export function openReconcileContext(
  context: Context,
  { payments, ownedContent }: { payments: PaymentGateway; ownedContent: OwnedContent },
): ReconcileContext {
  const { service } = context.config.payments;
  return {
    context,
    ownedContent,
    timeoutMilliseconds: 10_000,
    readOutlook: async (paymentId) => payments.payments().readOutlook(paymentId),
    syncSubscriptions: async (userId) => {
      const { db } = context;
      const customer = service && (await findCustomer(db, userId, service.name));
      if (!customer) {
        if (service?.name !== 'stripe' && (await findCustomer(db, userId, 'stripe')))
          throw new Error('A user has a Stripe subscription, but Stripe is no longer configured.');
        return false;
      }
      const person = { userId, customerId: customer.customer_id };
      const subscriptions = await syncCustomer(context, payments.payments(), person);
      // As with the keys of another account. That a plan is over has to be said, not to be concluded from silence.
      if (subscriptions.length === 0)
        throw new Error(
          'The payment service does not know the subscription of a user whose content is offline.',
        );
      return subscriptions.some(({ status }) => status === 'incomplete');
    },
  };
}
