import type { Context } from '../../../context.ts';
import type { Payments } from '../stripe/port.ts';
import { deleteCustomer, listCustomersWhoLeft, noteFarewell } from './store.ts';

const maxCustomers = 100;

/**
 * Ends at the payment service what people had who have left, and has it forget them. Their accounts are gone already;
 * where the service cannot be reached, or refuses, it is tried again in turn.
 */
export async function sayFarewell(context: Context, payments: Payments, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = context;
  for (const customerId of await listCustomersWhoLeft(db, payments.service, maxCustomers)) {
    if (signal.aborted) return;
    // First: one whose trying ends this process has had its turn, too.
    await noteFarewell(db, customerId, clock.now());
    try {
      await payments.forgetCustomer(customerId);
      await deleteCustomer(db, customerId);
    } catch (error) {
      log.error({ err: error }, 'a customer who left could not be deleted at the payment service');
    }
  }
}
