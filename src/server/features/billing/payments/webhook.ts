import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { isLimitReached, recordRefusal } from '../attempts/limits.ts';
import type { PaidSubscription, Payments } from '../stripe/port.ts';
import { webhookPath } from '../webhook-path.ts';
import { isPlanEvent, isProductEvent } from './events.ts';
import { findUserOfCustomer, insertProcessedEvent, isProcessed } from './store.ts';
import { syncCustomer } from './sync.ts';

const received = { received: true } as const;

/**
 * Handles a webhook event. The event only triggers a new read of the provider's state, so order and duplicates do not matter.
 * The provider sends an event again if this throws.
 */
export async function handleEvent(
  context: Context,
  payments: Payments,
  payload: string,
  signature: string,
): Promise<typeof received> {
  const event = payments.readEvent(payload, signature);
  if (await isProcessed(context.db, event.id)) return received;
  const { customerId, type } = event;
  if (isProductEvent(type)) payments.forgetProducts();
  if (customerId !== null && isPlanEvent(type)) {
    const userId = await findUserOfCustomer(context.db, customerId, payments.service);
    // Other shops may use the same Stripe account.
    if (userId !== undefined) {
      const subscriptions = await syncCustomer(context, payments, { userId, customerId });
      if (event.isCardRefused) await countRefusal(context, payments, userId, subscriptions);
    }
  }
  await insertProcessedEvent(context.db, { id: event.id, type, processed_at: context.clock.now() });
  return received;
}

/**
 * Counts a card that was declined in the browser, past Flux's own rate limit. After too many declines the
 * subscription is cancelled, against tests of stolen cards.
 */
async function countRefusal(
  context: Context,
  payments: Payments,
  userId: string,
  subscriptions: readonly PaidSubscription[],
): Promise<void> {
  await recordRefusal(context, 'purchase', { userId, network: null });
  if (!(await isLimitReached(context, 'purchase', userId))) return;
  for (const { id, status } of subscriptions)
    if (status === 'incomplete' || status === 'trialing') await payments.giveUp(id);
}

/** The signature covers the raw bytes, so the body is not parsed first. */
export function bindWebhook(
  fastify: FastifyInstance,
  handle: (payload: string, signature: string) => Promise<object>,
): void {
  fastify.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(webhookPath, { config: { fromServers: true } }, (request) => {
      const signature = request.headers['stripe-signature'];
      return handle(String(request.body ?? ''), typeof signature === 'string' ? signature : '');
    });
  });
}
