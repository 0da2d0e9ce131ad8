import { asWireError, attachError } from './cards.ts';
import { customerNamed } from './customers.ts';
import { redeem } from './discounts.ts';
import { fieldsOf, listOf, metadataOf, type Params, textOf } from './form.ts';
import { bill, charge, sumUp } from './invoices.ts';
import type { Customer, PaymentMethod, Price, SetupIntent, Subscription } from './objects.ts';
import type { SandboxRepository } from './sandbox-repository.ts';
import { periodEnd } from './schedule.ts';
import {
  beginPaidPeriod,
  cardFor,
  endSubscription,
  itemOf,
  saveAndNotify,
} from './subscription-lifecycle.ts';
import { invalidRequest, missing, newWireId, wireList } from './wire.ts';

const day = 86_400;

/** `default_incomplete` alone: the first payment is confirmed in the browser, or it expires. */
export async function createSubscription(
  repository: SandboxRepository,
  params: Params,
): Promise<Subscription> {
  const customer = await customerNamed(repository, params);
  const price = await priceOf(repository, params);
  if (textOf(params, 'payment_behavior') !== 'default_incomplete')
    throw invalidRequest('The sandbox knows payment_behavior=default_incomplete alone.', {
      param: 'payment_behavior',
    });
  const method = await cardOf(repository, params, customer);
  const trialDays = Number(textOf(params, 'trial_period_days') ?? 0);
  if (!Number.isInteger(trialDays) || trialDays < 0 || trialDays > 730)
    throw invalidRequest('Invalid trial_period_days.', { param: 'trial_period_days' });
  const onTrial = trialDays > 0;
  const trialEnd = onTrial ? repository.now + trialDays * day : null;
  const common = repository.make('subscription', 'sub');
  const promotion = textOf(
    fieldsOf({ first: listOf(params, 'discounts')[0] ?? '' }, 'first'),
    'promotion_code',
  );
  const subscription: Subscription = {
    ...common,
    customer: customer.id,
    status: onTrial ? 'trialing' : 'incomplete',
    currency: 'usd',
    collection_method: 'charge_automatically',
    billing_cycle_anchor: trialEnd ?? repository.now,
    start_date: repository.now,
    trial_start: onTrial ? repository.now : null,
    trial_end: trialEnd,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    cancellation_details: { reason: null },
    default_payment_method: method?.id ?? null,
    discounts: [],
    items: wireList(`/v1/subscription_items?subscription=${common.id}`, [
      {
        id: newWireId('si'),
        object: 'subscription_item',
        created: repository.now,
        subscription: common.id,
        quantity: 1,
        price,
        current_period_start: repository.now,
        current_period_end: trialEnd ?? periodEnd(repository.now, repository.now),
      },
    ]),
    latest_invoice: null,
    pending_setup_intent: null,
    metadata: metadataOf(params),
    _announced: false,
  };
  if (promotion !== undefined) {
    const parties = { customer: customer.id, subscription: subscription.id };
    subscription.discounts = [(await redeem(repository, promotion, parties)).id];
  }
  const { current_period_end: periodEnds } = itemOf(subscription);
  const invoice = await bill(repository, subscription, {
    reason: 'subscription_create',
    // A trial costs nothing, and uses up no discount.
    amount: onTrial ? 0 : price.unit_amount,
    start: repository.now,
    end: periodEnds,
    confirmed: true,
    discounted: !onTrial,
  });
  subscription.latest_invoice = invoice.id;
  if (onTrial) subscription.pending_setup_intent = (await makeSetup(repository, subscription)).id;
  else if (invoice.status === 'paid') subscription.status = 'active';
  await repository.save(subscription);
  await repository.emit('customer.subscription.created', subscription);
  return subscription;
}

async function makeSetup(repository: SandboxRepository, subscription: Subscription): Promise<SetupIntent> {
  const common = repository.make('setup_intent', 'seti');
  const method = subscription.default_payment_method;
  return repository.save<SetupIntent>({
    ...common,
    customer: subscription.customer,
    client_secret: `${common.id}_secret_${newWireId('x').slice(2)}`,
    status: method === null ? 'requires_payment_method' : 'requires_confirmation',
    usage: 'off_session',
    payment_method: method,
    last_setup_error: null,
    _subscription: subscription.id,
  });
}

async function priceOf(repository: SandboxRepository, params: Params): Promise<Price> {
  const [item, ...more] = listOf(params, 'items');
  if (typeof item !== 'object' || more.length > 0)
    throw invalidRequest('The sandbox takes one item, with its price.', { param: 'items' });
  const price = await repository.get('price', textOf(item, 'price') ?? '', 'items[0][price]');
  if (price.active) return price;
  const message = `The price specified is inactive. This field only accepts active prices.`;
  throw invalidRequest(message, { param: 'items[0][price]' });
}

async function cardOf(
  repository: SandboxRepository,
  params: Params,
  customer: Customer,
): Promise<PaymentMethod | null> {
  const id = textOf(params, 'default_payment_method');
  if (id === undefined) return null;
  const method = await repository.get('payment_method', id, 'default_payment_method');
  if (method.customer === customer.id) return method;
  throw invalidRequest(
    'The customer does not have a payment method with that ID. The payment method must be attached to the customer.',
    { code: 'resource_missing', param: 'default_payment_method' },
  );
}

/** What ends a trial now, ends it with the period, sets its card, or moves it to another price. */
export async function updateSubscription(
  repository: SandboxRepository,
  id: string,
  params: Params,
): Promise<Subscription> {
  const subscription = await repository.get('subscription', id);
  if (['canceled', 'incomplete_expired'].includes(subscription.status))
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.');
  const method = await cardOf(repository, params, await repository.get('customer', subscription.customer));
  if (method) subscription.default_payment_method = method.id;
  // An empty string removes a field.
  if (params.default_payment_method === '') subscription.default_payment_method = null;
  setEnding(repository, subscription, params);
  if (params.items !== undefined) await changePrice(repository, subscription, params);
  if (textOf(params, 'trial_end') !== 'now' || subscription.status !== 'trialing')
    return saveAndNotify(repository, subscription);
  const error = await beginPaidPeriod(repository, subscription);
  // Where the card must pay at once or nothing happen, the error undoes it all.
  if (error !== null && textOf(params, 'payment_behavior') === 'error_if_incomplete')
    throw asWireError(error);
  return subscription;
}

/** By `cancel_at_period_end`, as Flux sends it, or by a time, as the portal does in the flexible billing mode. */
function setEnding(repository: SandboxRepository, subscription: Subscription, params: Params): void {
  const marked = textOf(params, 'cancel_at_period_end');
  const at = params.cancel_at;
  if (marked === undefined && at === undefined) return;
  if (marked !== undefined && at !== undefined)
    throw invalidRequest('You may only pass one of these parameters: cancel_at, cancel_at_period_end.');
  if (at !== undefined && at !== '' && at !== 'min_period_end')
    throw invalidRequest('The sandbox cancels at min_period_end alone.', { param: 'cancel_at' });
  const isEnding = marked === 'true' || at === 'min_period_end';
  subscription.cancel_at_period_end = marked === 'true';
  subscription.cancel_at = isEnding ? itemOf(subscription).current_period_end : null;
  subscription.canceled_at = isEnding ? repository.now : null;
  subscription.cancellation_details = { reason: isEnding ? 'cancellation_requested' : null };
}

/**
 * The difference until the end of the period is charged immediately, or credited to the customer. In a trial, and
 * with `none`, nothing is.
 */
async function changePrice(
  repository: SandboxRepository,
  subscription: Subscription,
  params: Params,
): Promise<void> {
  const item = itemOf(subscription);
  const price = await priceOf(repository, params);
  const { amount, start, end } = proration(repository, subscription, { price, params });
  item.price = price;
  if (amount <= 0) {
    const customer = await repository.get('customer', subscription.customer);
    if (amount < 0) await repository.save({ ...customer, balance: customer.balance + amount });
    return;
  }
  const reason = 'subscription_update';
  const invoice = await bill(repository, subscription, { reason, amount, start, end });
  subscription.latest_invoice = invoice.id;
  if (invoice.status === 'paid') return;
  const error = await charge(repository, invoice, await cardFor(repository, subscription));
  if (error !== null) throw asWireError(error);
}

function proration(
  repository: SandboxRepository,
  subscription: Subscription,
  { price, params }: { price: Price; params: Params },
): { amount: number; start: number; end: number } {
  const { price: before, current_period_start: begun, current_period_end: end } = itemOf(subscription);
  const start = Number(textOf(params, 'proration_date') ?? repository.now);
  const isProrated = textOf(params, 'proration_behavior') === 'always_invoice';
  if (!isProrated || subscription.status !== 'active') return { amount: 0, start, end };
  if (!(start >= begun && start <= end))
    throw invalidRequest('proration_date must be within the current period.', { param: 'proration_date' });
  const share = (end - start) / (end - begun);
  return { amount: Math.round((price.unit_amount - before.unit_amount) * share), start, end };
}

/** The next bill, or the one that ending a trial now or moving to another price would lead to. */
export async function previewInvoice(repository: SandboxRepository, params: Params): Promise<object> {
  const subscription = await repository.get(
    'subscription',
    textOf(params, 'subscription') ?? '',
    'subscription',
  );
  const details = fieldsOf(params, 'subscription_details');
  const renews = params.subscription_details === undefined || textOf(details, 'trial_end') === 'now';
  const amount = renews
    ? itemOf(subscription).price.unit_amount
    : proration(repository, subscription, { price: await priceOf(repository, details), params: details })
        .amount;
  const { customer, credit: _credit, ...sums } = await sumUp(repository, subscription, { amount });
  return {
    ...repository.make('invoice', 'upcoming_in'),
    customer: customer.id,
    status: 'draft',
    currency: 'usd',
    ...sums,
    total_taxes: [],
  };
}

export async function cancelSubscription(repository: SandboxRepository, id: string): Promise<Subscription> {
  const subscription = await repository.get('subscription', id);
  if (['canceled', 'incomplete_expired'].includes(subscription.status)) throw missing('subscription', id);
  return endSubscription(repository, subscription, 'cancellation_requested');
}

/** The bank is asked whether the card is good; nothing is paid. */
export async function attachMethod(
  repository: SandboxRepository,
  id: string,
  params: Params,
): Promise<PaymentMethod> {
  const method = await repository.get('payment_method', id, 'payment_method');
  const customer = await customerNamed(repository, params);
  if (method.customer === customer.id) return method;
  if (method.customer !== null)
    throw invalidRequest('The payment method you provided has already been attached to a customer.');
  const error = attachError(method._behaviour);
  if (error !== null) throw asWireError(error);
  const attached = await repository.save({ ...method, customer: customer.id });
  await repository.emit('payment_method.attached', attached);
  return attached;
}

/** Removes it as the payment method of customer and subscriptions. */
export async function detachMethod(repository: SandboxRepository, id: string): Promise<PaymentMethod> {
  const method = await repository.get('payment_method', id, 'payment_method');
  if (method.customer === null)
    throw invalidRequest('The payment method you provided is not attached to a customer.');
  const customer = await repository.get('customer', method.customer);
  if (customer.invoice_settings.default_payment_method === id)
    await repository.save({ ...customer, invoice_settings: { default_payment_method: null } });
  for (const subscription of await repository.list('subscription', customer.id))
    if (subscription.default_payment_method === id)
      await saveAndNotify(repository, { ...subscription, default_payment_method: null });
  const detached = await repository.save({ ...method, customer: null });
  await repository.emit('payment_method.detached', detached);
  return detached;
}
