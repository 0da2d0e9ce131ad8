import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { handledEvents, isPlanEvent, isProductEvent } from './events.ts';

const project = new URL('../../../../../', import.meta.url);

test.each([
  ['docs/self-hosting.md', /for the events (.*?)\.\n {3}The version/s],
  ['.env.example', /needs the events\n(.*?)\.\n# FLUX_STRIPE_WEBHOOK_SECRET/s],
])('%s lists exactly the events that Flux handles', (path, list) => {
  const text = list.exec(readFileSync(new URL(path, project), 'utf8'))?.[1] ?? '';
  expect(text.match(/[a-z_]+\.[a-z_.*]*[a-z*]/g)?.toSorted()).toEqual(handledEvents.toSorted());
});

test('an event matches by its whole name or its prefix', () => {
  expect(['price.updated', 'product.created'].every(isProductEvent)).toBe(true);
  expect(
    ['invoice.paid', 'customer.subscription.deleted', 'setup_intent.setup_failed'].every(isPlanEvent),
  ).toBe(true);
  const others = ['setup_intent.setup_failed.later', 'customer.updated', 'invoices.paid', 'prices.updated'];
  expect(others.some((type) => isPlanEvent(type) || isProductEvent(type))).toBe(false);
});
