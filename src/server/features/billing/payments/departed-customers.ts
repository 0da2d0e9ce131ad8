import type { Context } from '#server/context.ts';
import type { Payments } from '../stripe/port.ts';
import { deleteCustomer, listDepartedCustomers, recordDeletionAttempt } from './store.ts';

const maxCustomers = 100;

/**
 * Deletes the payment provider's customers of deleted accounts, which ends their subscriptions. Customers that the provider
 * does not delete are tried again, least recently tried first.
 */
export async function deleteDepartedCustomers(
  context: Context,
  payments: Payments,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, log } = context;
  for (const customerId of await listDepartedCustomers(db, payments.service, maxCustomers)) {
    if (signal.aborted) return;
    // Before the call: a customer whose deletion ends this process moves to the end of the queue, too.
    await recordDeletionAttempt(db, customerId, clock.now());
    try {
      await payments.forgetCustomer(customerId);
      await deleteCustomer(db, customerId);
    } catch (error) {
      log.error({ err: error }, 'the payment provider did not delete the customer of a deleted account');
    }
  }
}
