import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { heardEvents, isAboutPlans, isAboutProducts } from './events.ts';

const project = new URL('../../../../../', import.meta.url);

test.each([
  ['docs/self-hosting.md', /for the events (.*?)\.\n {3}The version/s],
  ['.env.example', /needs the events\n(.*?)\.\n# FLUX_STRIPE_WEBHOOK_SECRET/s],
])('%s names the events that Flux hears, all of them and no other', (path, list) => {
  const text = list.exec(readFileSync(new URL(path, project), 'utf8'))?.[1] ?? '';
  expect(text.match(/[a-z_]+\.[a-z_.*]*[a-z*]/g)?.toSorted()).toEqual(heardEvents.toSorted());
});

test('an event is heard by its whole name or by how it begins', () => {
  expect(['price.updated', 'product.created'].every(isAboutProducts)).toBe(true);
  expect(
    ['invoice.paid', 'customer.subscription.deleted', 'setup_intent.setup_failed'].every(isAboutPlans),
  ).toBe(true);
  const others = ['setup_intent.setup_failed.later', 'customer.updated', 'invoices.paid', 'prices.updated'];
  expect(others.some((type) => isAboutPlans(type) || isAboutProducts(type))).toBe(false);
});
