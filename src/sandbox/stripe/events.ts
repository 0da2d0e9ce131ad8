import { request } from 'node:http';
import Stripe from 'stripe';
import type { Context } from '#server/context.ts';
import { webhookPath } from '../../server/features/billing/webhook-path.ts';
import { type EventRow, settleEvent, takeDueEvent } from './store.ts';

const minute = 60_000;
/** Longer than any delivery takes. */
const leaseMilliseconds = 2 * minute;
const timeoutMilliseconds = 30_000;
/** After each attempt that failed; after the last the event is given up. */
const giveUpMilliseconds = [1, 5, 30, 120, 360, 720, 1440].map((minutes) => minutes * minute);

/**
 * Delivers signed events to Flux's webhook, as Stripe does: at least once, retried until accepted, and in no
 * guaranteed order.
 */
export async function deliverEvents(context: Context, secret: string, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const now = context.clock.now();
    const event = await takeDueEvent(context.db, now, new Date(now.getTime() + leaseMilliseconds));
    if (!event) return;
    const isTaken = await post(context, event, secret);
    const wait = giveUpMilliseconds[event.attempts - 1];
    const next = isTaken || wait === undefined ? null : new Date(context.clock.now().getTime() + wait);
    await settleEvent(context.db, event.id, next);
  }
}

function post({ config }: Context, { payload }: EventRow, secret: string): Promise<boolean> {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  const everywhere = ['0.0.0.0', '::', ''];
  return new Promise((resolve) => {
    const outgoing = request(
      {
        host: everywhere.includes(config.host) ? '127.0.0.1' : config.host,
        port: config.port,
        path: webhookPath,
        method: 'POST',
        agent: false,
        timeout: timeoutMilliseconds,
        headers: {
          host: new URL(config.publicUrl).host,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
          'stripe-signature': signature,
        },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve((answer.statusCode ?? 500) < 300));
        answer.on('error', () => resolve(false));
      },
    );
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.on('error', () => resolve(false));
    outgoing.end(payload);
  });
}
