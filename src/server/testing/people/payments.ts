import { catchUp } from '#sandbox/stripe/clock.ts';
import { createSubscription } from '#shared/billing/payments.ts';
import { confirmTestPayment, createTestCard } from '#shared/billing/test-payments.ts';
import type { TestServer } from '../servers/server.ts';
import type { Person } from './people.ts';

/** Stripe's test cards, by behaviour. */
export const testCards = {
  pays: '4242 4242 4242 4242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  expired: '4000000000000069',
  incorrectCvc: '4000000000000127',
  processingError: '4000000000000119',
  declinedLater: '4000000000000341',
};

export async function makeCard(person: Person, number: string = testCards.pays): Promise<string> {
  const body = { number, exp_month: 12, exp_year: new Date().getUTCFullYear() + 3, cvc: '123' };
  return (await person.call(createTestCard, { body })).paymentMethodId;
}

export interface Buying {
  priceId?: string;
  card?: string;
  promoCode?: string;
}

/**
 * Buys a plan and confirms its payment, if any.
 * @returns the service's subscription id
 */
export async function buy(
  person: Person,
  { priceId = 'price_sandbox_pro', card = testCards.pays, promoCode }: Buying = {},
): Promise<string> {
  const paymentMethodId = await makeCard(person, card);
  const body = { priceId, paymentMethodId, ...(promoCode === undefined ? {} : { promoCode }) };
  const { subscription } = await person.call(createSubscription, { body });
  const secret = subscription.latest_invoice.payment_intent?.client_secret;
  if (secret !== undefined)
    await person.call(confirmTestPayment, { body: { client_secret: secret, paymentMethodId } });
  return subscription.id;
}

const day = 86_400_000;

/** Moves the clock day by day and runs everything due, like a server without downtime. */
export async function passDays(server: TestServer, days: number): Promise<void> {
  for (let passed = 0; passed < days; passed += 1) {
    server.clock.advance(day);
    await catchUp(server.context);
  }
}

/** Waits until Flux has processed all events of the sandbox. */
export async function untilProcessed(server: TestServer): Promise<void> {
  for (let waited = 0; waited < 400; waited += 1) {
    const waiting = await server.context.db
      .selectFrom('payment_sandbox_events')
      .select('id')
      .where('next_attempt_at', 'is not', null)
      .executeTakeFirst();
    if (!waiting) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('The sandbox still has something to tell.');
}
