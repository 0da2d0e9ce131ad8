import { asWireError } from './cards.ts';
import {
  createCustomer,
  createMethod,
  createPortalSession,
  customerNamed,
  deleteCustomer,
  readCustomer,
  updateCustomer,
} from './customers.ts';
import { type Params, textOf } from './form.ts';
import { cancelSetup, confirmPayment, confirmSetup } from './intents.ts';
import { charge, close } from './invoices.ts';
import { cardFor, tell } from './life.ts';
import type { Invoice, Kind } from './objects.ts';
import type { Shelf } from './shelf.ts';
import {
  attachMethod,
  cancelSubscription,
  createSubscription,
  detachMethod,
  previewInvoice,
  updateSubscription,
} from './subscriptions.ts';
import { invalidRequest, Refusal, type WireList, wireList } from './wire.ts';

export interface Call {
  shelf: Shelf;
  /** What stands in the address in the place of `:id`. */
  id: string;
  params: Params;
  portal: (sessionId: string) => string;
}

interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** The fields it knows; like Stripe it refuses all others, so that nothing is taken for done that is not. */
  takes: readonly string[];
  answer: (call: Call) => Promise<object>;
}

const paging = ['limit', 'starting_after', 'ending_before'];
const changing = ['default_payment_method', 'payment_behavior', 'proration_behavior', 'items', 'off_session'];
const updating = ['cancel_at', 'cancel_at_period_end', 'trial_end', 'proration_date', ...changing];

const get = (path: string, answer: Route['answer'], takes: string[] = []): Route => ({
  method: 'GET',
  path: `/v1/${path}`,
  takes,
  answer,
});
const post = (path: string, takes: string[], answer: Route['answer']): Route => ({
  method: 'POST',
  path: `/v1/${path}`,
  takes,
  answer,
});
const remove = (path: string, answer: Route['answer']): Route => ({
  method: 'DELETE',
  path: `/v1/${path}`,
  takes: [],
  answer,
});
const read = (path: string, kind: Kind) => get(`${path}/:id`, ({ shelf, id }) => shelf.get(kind, id));

export const routes: Route[] = [
  post('customers', ['email', 'name', 'metadata'], ({ shelf, params }) => createCustomer(shelf, params)),
  get('customers/:id', ({ shelf, id }) => readCustomer(shelf, id)),
  remove('customers/:id', ({ shelf, id }) => deleteCustomer(shelf, id)),
  post('customers/:id', ['email', 'name', 'invoice_settings'], ({ shelf, id, params }) =>
    updateCustomer(shelf, id, params),
  ),
  get('products', listing('products', 'product'), ['active', ...paging]),
  read('products', 'product'),
  get('prices', listing('prices', 'price'), ['active', 'currency', 'product', 'type', ...paging]),
  read('prices', 'price'),
  get('promotion_codes', listing('promotion_codes', 'promotion_code'), ['active', 'code', ...paging]),
  read('promotion_codes', 'promotion_code'),
  read('coupons', 'coupon'),
  post('payment_methods', ['type', 'card', 'billing_details'], ({ shelf, params }) =>
    createMethod(shelf, params),
  ),
  get('payment_methods', listing('payment_methods', 'payment_method'), ['customer', 'type', ...paging]),
  read('payment_methods', 'payment_method'),
  post('payment_methods/:id/attach', ['customer'], ({ shelf, id, params }) =>
    attachMethod(shelf, id, params),
  ),
  post('payment_methods/:id/detach', [], ({ shelf, id }) => detachMethod(shelf, id)),
  post(
    'subscriptions',
    ['customer', 'metadata', 'payment_settings', 'trial_period_days', 'discounts', ...changing],
    ({ shelf, params }) => createSubscription(shelf, params),
  ),
  get('subscriptions', listing('subscriptions', 'subscription'), ['customer', 'status', ...paging]),
  read('subscriptions', 'subscription'),
  post('subscriptions/:id', updating, ({ shelf, id, params }) => updateSubscription(shelf, id, params)),
  remove('subscriptions/:id', ({ shelf, id }) => cancelSubscription(shelf, id)),
  get('invoices', listing('invoices', 'invoice'), ['customer', ...paging]),
  read('invoices', 'invoice'),
  post('invoices/create_preview', ['subscription', 'subscription_details'], ({ shelf, params }) =>
    previewInvoice(shelf, params),
  ),
  post('invoices/:id/void', [], voidInvoice),
  post('invoices/:id/pay', ['payment_method'], payInvoice),
  read('payment_intents', 'payment_intent'),
  post('payment_intents/:id/confirm', ['payment_method'], ({ shelf, id, params }) =>
    confirmPayment(shelf, id, params),
  ),
  read('setup_intents', 'setup_intent'),
  post('setup_intents/:id/confirm', ['payment_method'], ({ shelf, id, params }) =>
    confirmSetup(shelf, id, params),
  ),
  post('setup_intents/:id/cancel', [], ({ shelf, id }) => cancelSetup(shelf, id)),
  post('billing_portal/sessions', ['customer', 'return_url'], ({ shelf, params, portal }) =>
    createPortalSession(shelf, params, portal),
  ),
];

const defaultLimit = 10;

/** A list, narrowed by the fields of its objects that are asked for. */
function listing(path: string, kind: Kind): Route['answer'] {
  return async ({ shelf, params }): Promise<WireList<object>> => {
    const customer = params.customer === undefined ? null : (await customerNamed(shelf, params)).id;
    const all = await shelf.list(kind, customer);
    const fitting = all.filter((object) => fits(object, params));
    const after = fitting.findIndex(({ id }) => id === textOf(params, 'starting_after'));
    const limit = Math.min(100, Number(textOf(params, 'limit') ?? defaultLimit));
    const page = fitting.slice(after + 1, after + 1 + limit);
    const list = wireList<object>(`/v1/${path}`, page);
    return { ...list, has_more: after + 1 + page.length < fitting.length };
  };
}

function fits(object: object, params: Params): boolean {
  return Object.entries(params).every(([name, value]) => {
    if (paging.includes(name) || name === 'expand') return true;
    const own = String((object as Record<string, unknown>)[name]);
    if (name === 'status') return value === 'all' || own === value;
    // Codes are typed by people.
    return name === 'code' ? own.toLowerCase() === String(value).toLowerCase() : own === value;
  });
}

/** With its first bill a subscription that was begun is over. */
async function voidInvoice({ shelf, id }: Call): Promise<Invoice> {
  const invoice = await shelf.get('invoice', id);
  if (invoice.status !== 'open')
    throw invalidRequest(`You can only pass in open invoices. This invoice isn't open.`);
  await close(shelf, id, 'void');
  const subscription = await shelf.get('subscription', invoice.parent.subscription_details.subscription);
  if (subscription.status === 'incomplete') {
    subscription.status = 'incomplete_expired';
    subscription.ended_at = shelf.now;
    await tell(shelf, subscription);
  }
  return shelf.get('invoice', id);
}

async function payInvoice({ shelf, id, params }: Call): Promise<Invoice | Refusal> {
  const invoice = await shelf.get('invoice', id);
  if (invoice.status !== 'open') throw invalidRequest(`Invoice is already ${invoice.status}`);
  const { subscription: subscriptionId } = invoice.parent.subscription_details;
  const subscription = await shelf.get('subscription', subscriptionId);
  const card = textOf(params, 'payment_method') ?? (await cardFor(shelf, subscription));
  const error = await charge(shelf, invoice, card);
  if (error !== null) return new Refusal(asWireError(error));
  if (['incomplete', 'past_due'].includes(subscription.status)) {
    subscription.status = 'active';
    await tell(shelf, subscription);
  }
  return shelf.get('invoice', id);
}
