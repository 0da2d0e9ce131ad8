import { createHash } from 'node:crypto';
import type { Order } from './port.ts';

/**
 * Stripe's idempotency keys: a repeated call after a lost response returns the first result and creates nothing
 * twice.
 */
export function keyOf(kind: string, facts: unknown): string {
  return `flux-${kind}-${createHash('sha256').update(JSON.stringify(facts)).digest('hex')}`;
}

/** Errors are repeated too; an order that failed may be placed again later. */
const orderMilliseconds = 10 * 60_000;

/** After an earlier one, which the customer then has, the same order is another. */
export function orderKey(order: Order, now: Date): string {
  return keyOf('order', [order, Math.floor(now.getTime() / orderMilliseconds)]);
}
