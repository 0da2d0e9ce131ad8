import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { connectStripe } from '../../server/features/billing/stripe/stripe-payments.ts';
import { type Sandbox, startSandbox } from './server.ts';

let server: TestServer;
let sandbox: Sandbox;
let stripe: Stripe;
const key = 'sk_test_of_this_test';

const connect = (secretKey = key) =>
  connectStripe({
    service: 'sandbox',
    secretKey,
    webhookSecret: 'whsec_1',
    address: { protocol: 'http', host: '127.0.0.1', port: sandbox.port },
  });

beforeAll(async () => {
  server = await startServer();
  const portal = (id: string) => `https://flux.example/portal/${id}`;
  sandbox = await startSandbox(server.context, { key, portal, changed: () => {} });
  stripe = connect();
});
afterAll(async () => {
  await sandbox.close();
  await server.close();
});

const failed = (call: Promise<unknown>) => call.then(() => null).catch((error: unknown) => error);
const card = (number: string) => ({ number, exp_month: 12, exp_year: 2034, cvc: '123' });
const ada = { email: 'ada@example.test', name: 'Ada' };

async function buyer(number = '4242424242424242') {
  const customer = await stripe.customers.create(ada);
  const method = await stripe.paymentMethods.create({ type: 'card', card: card(number) });
  await stripe.paymentMethods.attach(method.id, { customer: customer.id });
  return { customer: customer.id, default_payment_method: method.id };
}
const pro: Stripe.SubscriptionCreateParams = {
  items: [{ price: 'price_sandbox_pro' }],
  payment_behavior: 'default_incomplete',
};

describe('the official SDK and the sandbox', () => {
  test('a created object can be read again', async () => {
    const customer = await stripe.customers.create({ ...ada, metadata: { userId: 'a' } });
    expect(customer).toMatchObject({
      object: 'customer',
      ...ada,
      metadata: { userId: 'a' },
      livemode: false,
    });
    expect(await stripe.customers.retrieve(customer.id)).toEqual(customer);
    expect(customer.lastResponse).toMatchObject({ statusCode: 200, apiVersion: Stripe.API_VERSION });
  });

  test('a list is read page by page to its end', async () => {
    const all = await stripe.promotionCodes.list({ limit: 3 }).autoPagingToArray({ limit: 100 });
    expect(all.map(({ code }) => code).toSorted()).toEqual(['EXPIRED', 'FIRSTMONTH', 'FIVEOFF', 'FLUX25']);
    const prices = await stripe.prices.list({ active: true, product: 'prod_sandbox_pro_plus' });
    expect(prices).toMatchObject({ has_more: false, data: [{ unit_amount: 9999 }] });
  });

  test('an expanded reference holds the referenced object', async () => {
    const subscription = await stripe.subscriptions.create({
      ...(await buyer()),
      ...pro,
      expand: ['latest_invoice.confirmation_secret', 'customer', 'items.data.price.product'],
    });
    expect(subscription).toMatchObject({
      status: 'incomplete',
      customer: ada,
      latest_invoice: {
        status: 'open',
        amount_due: 1999,
        confirmation_secret: { type: 'payment_intent', client_secret: expect.stringMatching(/^pi_/) },
      },
      items: { data: [{ price: { product: { name: 'Pro' } } }] },
    });
    expect(JSON.stringify(subscription)).not.toMatch(/"_/);
    const plain = await stripe.subscriptions.retrieve(subscription.id);
    expect(plain.latest_invoice).toMatch(/^in_/);
  });

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000000069', 'expired_card', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
    ['4000000000000119', 'processing_error', 'processing_error'],
  ])('the card %s is refused as %s (%s)', async (number, code, decline_code) => {
    const error = await failed(buyer(number));
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error).toMatchObject({ statusCode: 402, code, decline_code });
  });

  test('a failed payment stays failed and can be paid with another card', async () => {
    const { customer, default_payment_method } = await buyer('4000000000000341');
    const expand = ['latest_invoice.confirmation_secret'];
    const made = await stripe.subscriptions.create({ customer, default_payment_method, ...pro, expand });
    const invoice = made.latest_invoice as Stripe.Invoice;
    const [id = ''] = invoice.confirmation_secret?.client_secret.split('_secret_') ?? [];
    expect(await failed(stripe.paymentIntents.confirm(id))).toMatchObject({ code: 'card_declined' });
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined' },
    });
    const other = await stripe.paymentMethods.create({ type: 'card', card: card('5555555555554444') });
    expect(await stripe.paymentIntents.confirm(id, { payment_method: other.id })).toMatchObject({
      status: 'succeeded',
      amount_received: 1999,
    });
    expect(await stripe.subscriptions.retrieve(made.id)).toMatchObject({ status: 'active' });
    expect(await stripe.invoices.retrieve(invoice.id)).toMatchObject({ status: 'paid', amount_paid: 1999 });
  });

  test('an open invoice can be voided, which ends its subscription; a paid one cannot', async () => {
    const expand = ['latest_invoice.confirmation_secret'];
    const begin = async () => stripe.subscriptions.create({ ...(await buyer()), ...pro, expand });
    const given = await begin();
    const bill = (made: Stripe.Subscription) => made.latest_invoice as Stripe.Invoice;
    expect(await stripe.invoices.voidInvoice(bill(given).id)).toMatchObject({ status: 'void' });
    expect(await stripe.subscriptions.retrieve(given.id)).toMatchObject({ status: 'incomplete_expired' });
    const paid = await begin();
    const [id = ''] = bill(paid).confirmation_secret?.client_secret.split('_secret_') ?? [];
    await stripe.paymentIntents.confirm(id);
    expect(await failed(stripe.invoices.voidInvoice(bill(paid).id))).toBeInstanceOf(
      Stripe.errors.StripeInvalidRequestError,
    );
    expect(await stripe.subscriptions.retrieve(paid.id)).toMatchObject({ status: 'active' });
  });

  test('an idempotency key repeats its response and is refused with other parameters', async () => {
    const options = { idempotencyKey: 'one' };
    const [first, second] = await Promise.all([
      stripe.customers.create(ada, options),
      stripe.customers.create(ada, options),
    ]);
    expect(second).toEqual(first);
    expect(await failed(stripe.customers.create({ name: 'Bob' }, options))).toBeInstanceOf(
      Stripe.errors.StripeIdempotencyError,
    );
  });

  test('a refusal is stored under its idempotency key, too', async () => {
    const customer = await stripe.customers.create(ada);
    const method = await stripe.paymentMethods.create({ type: 'card', card: card('4000000000000002') });
    const options = { idempotencyKey: 'two' };
    const attach = () => failed(stripe.paymentMethods.attach(method.id, { customer: customer.id }, options));
    const [first, second] = [await attach(), await attach()];
    expect(first).toMatchObject({ code: 'card_declined' });
    expect(second).toMatchObject({ code: 'card_declined' });
  });

  test.each<[string, () => Promise<unknown>, object]>([
    ['nothing', () => stripe.customers.retrieve('cus_x'), { code: 'resource_missing', statusCode: 404 }],
    [
      'a thing of another kind',
      () => stripe.prices.retrieve('prod_sandbox_pro'),
      { code: 'resource_missing' },
    ],
    [
      'a field it does not know',
      () => stripe.customers.create({ phone: '1' }),
      { code: 'parameter_unknown', param: 'phone' },
    ],
    ['a call it does not know', () => stripe.refunds.create({}), { statusCode: 404 }],
    [
      'what cannot be expanded',
      () => stripe.customers.create({ ...ada, expand: ['email'] }),
      { param: 'expand' },
    ],
  ])('a request for %s returns an error that the SDK knows', async (_name, call, expected) => {
    const error = await failed(call());
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(error).toMatchObject(expected);
  });

  test('a request without the key learns nothing', async () => {
    const error = await failed(connect('sk_test_other').customers.list());
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    const bare = await fetch(`http://127.0.0.1:${sandbox.port}/v1/customers`);
    expect(bare.status).toBe(401);
  });

  test('another API version is refused', async () => {
    const call = stripe.customers.list({}, { apiVersion: '2024-06-20' });
    expect(await failed(call)).toMatchObject({ statusCode: 400 });
  });

  test('a plan change charges or credits the rest of the period', async () => {
    const { customer, default_payment_method } = await buyer();
    const expand = ['latest_invoice.confirmation_secret'];
    const made = await stripe.subscriptions.create({ customer, default_payment_method, ...pro, expand });
    const secret = (made.latest_invoice as Stripe.Invoice).confirmation_secret?.client_secret ?? '';
    await stripe.paymentIntents.confirm(secret.split('_secret_')[0] ?? '');
    const details = (price: string) => ({
      items: [{ id: made.items.data[0]?.id ?? '', price }],
      proration_behavior: 'always_invoice' as const,
    });
    const preview = (price: string) =>
      stripe.invoices.createPreview({ subscription: made.id, subscription_details: details(price) });
    const change = (price: string) =>
      stripe.subscriptions.update(made.id, {
        ...details(price),
        payment_behavior: 'error_if_incomplete',
        expand: ['latest_invoice'],
      });
    expect(await preview('price_sandbox_pro_plus')).toMatchObject({ amount_due: 9999 - 1999 });
    const upgraded = await change('price_sandbox_pro_plus');
    expect(upgraded).toMatchObject({ latest_invoice: { status: 'paid', amount_paid: 9999 - 1999 } });
    expect(await preview('price_sandbox_pro')).toMatchObject({ amount_due: 0, total: 1999 - 9999 });
    const tooLate = { ...details('price_sandbox_pro'), proration_date: made.created + 90 * 86_400 };
    expect(await failed(stripe.subscriptions.update(made.id, tooLate))).toMatchObject({
      param: 'proration_date',
    });
    await change('price_sandbox_pro');
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: -8000 });
  });
});
