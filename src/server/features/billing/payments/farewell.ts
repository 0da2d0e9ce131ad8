import type { Context } from '../../../context.ts';
import type { Payments } from '../stripe/port.ts';
import { deleteCustomer, listCustomersWhoLeft } from './store.ts';

const maxCustomers = 100;

/**
 * Ends at the payment service what people had who have left, and has it forget them. Their accounts are gone already;
 * where the service cannot be reached it is tried again with the next round.
 */
export async function sayFarewell(context: Context, payments: Payments, signal: AbortSignal): Promise<void> {
  const { db, log } = context;
  for (const customerId of await listCustomersWhoLeft(db, payments.service, maxCustomers)) {
    if (signal.aborted) return;
    try {
      await payments.forgetCustomer(customerId);
      await deleteCustomer(db, customerId);
    } catch (error) {
      log.error({ err: error }, 'a customer who left could not be deleted at the payment service');
    }
  }
}
