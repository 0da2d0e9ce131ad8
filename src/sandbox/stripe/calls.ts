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
import type { Invoice, Kind } from './objects.ts';
import type { SandboxRepository } from './sandbox-repository.ts';
import { cardFor, saveAndNotify } from './subscription-lifecycle.ts';
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
  repository: SandboxRepository;
  /** The value of `:id` in the path. */
  id: string;
  params: Params;
  portal: (sessionId: string) => string;
}

interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** The known fields. Others are refused, as Stripe does, so that a misspelt field is not ignored. */
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
const read = (path: string, kind: Kind) =>
  get(`${path}/:id`, ({ repository, id }) => repository.get(kind, id));

export const routes: Route[] = [
  post('customers', ['email', 'name', 'metadata'], ({ repository, params }) =>
    createCustomer(repository, params),
  ),
  get('customers/:id', ({ repository, id }) => readCustomer(repository, id)),
  remove('customers/:id', ({ repository, id }) => deleteCustomer(repository, id)),
  post('customers/:id', ['email', 'name', 'invoice_settings'], ({ repository, id, params }) =>
    updateCustomer(repository, id, params),
  ),
  get('products', listing('products', 'product'), ['active', ...paging]),
  read('products', 'product'),
  get('prices', listing('prices', 'price'), ['active', 'currency', 'product', 'type', ...paging]),
  read('prices', 'price'),
  get('promotion_codes', listing('promotion_codes', 'promotion_code'), ['active', 'code', ...paging]),
  read('promotion_codes', 'promotion_code'),
  read('coupons', 'coupon'),
  post('payment_methods', ['type', 'card', 'billing_details'], ({ repository, params }) =>
    createMethod(repository, params),
  ),
  get('payment_methods', listing('payment_methods', 'payment_method'), ['customer', 'type', ...paging]),
  read('payment_methods', 'payment_method'),
  post('payment_methods/:id/attach', ['customer'], ({ repository, id, params }) =>
    attachMethod(repository, id, params),
  ),
  post('payment_methods/:id/detach', [], ({ repository, id }) => detachMethod(repository, id)),
  post(
    'subscriptions',
    ['customer', 'metadata', 'payment_settings', 'trial_period_days', 'discounts', ...changing],
    ({ repository, params }) => createSubscription(repository, params),
  ),
  get('subscriptions', listing('subscriptions', 'subscription'), ['customer', 'status', ...paging]),
  read('subscriptions', 'subscription'),
  post('subscriptions/:id', updating, ({ repository, id, params }) =>
    updateSubscription(repository, id, params),
  ),
  remove('subscriptions/:id', ({ repository, id }) => cancelSubscription(repository, id)),
  get('invoices', listing('invoices', 'invoice'), ['customer', ...paging]),
  read('invoices', 'invoice'),
  post('invoices/create_preview', ['subscription', 'subscription_details'], ({ repository, params }) =>
    previewInvoice(repository, params),
  ),
  post('invoices/:id/void', [], voidInvoice),
  post('invoices/:id/pay', ['payment_method'], payInvoice),
  read('payment_intents', 'payment_intent'),
  post('payment_intents/:id/confirm', ['payment_method'], ({ repository, id, params }) =>
    confirmPayment(repository, id, params),
  ),
  read('setup_intents', 'setup_intent'),
  post('setup_intents/:id/confirm', ['payment_method'], ({ repository, id, params }) =>
    confirmSetup(repository, id, params),
  ),
  post('setup_intents/:id/cancel', [], ({ repository, id }) => cancelSetup(repository, id)),
  post('billing_portal/sessions', ['customer', 'return_url'], ({ repository, params, portal }) =>
    createPortalSession(repository, params, portal),
  ),
];

const defaultLimit = 10;

/** A list, filtered by the given fields of its objects. */
function listing(path: string, kind: Kind): Route['answer'] {
  return async ({ repository, params }): Promise<WireList<object>> => {
    const customer = params.customer === undefined ? null : (await customerNamed(repository, params)).id;
    const all = await repository.list(kind, customer);
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
    // Codes are typed by users.
    return name === 'code' ? own.toLowerCase() === String(value).toLowerCase() : own === value;
  });
}

/** With its first bill a subscription that was begun is over. */
async function voidInvoice({ repository, id }: Call): Promise<Invoice> {
  const invoice = await repository.get('invoice', id);
  if (invoice.status !== 'open')
    throw invalidRequest(`You can only pass in open invoices. This invoice isn't open.`);
  await close(repository, id, 'void');
  const subscription = await repository.get('subscription', invoice.parent.subscription_details.subscription);
  if (subscription.status === 'incomplete') {
    subscription.status = 'incomplete_expired';
    subscription.ended_at = repository.now;
    await saveAndNotify(repository, subscription);
  }
  return repository.get('invoice', id);
}

async function payInvoice({ repository, id, params }: Call): Promise<Invoice | Refusal> {
  const invoice = await repository.get('invoice', id);
  if (invoice.status !== 'open') throw invalidRequest(`Invoice is already ${invoice.status}`);
  const { subscription: subscriptionId } = invoice.parent.subscription_details;
  const subscription = await repository.get('subscription', subscriptionId);
  const card = textOf(params, 'payment_method') ?? (await cardFor(repository, subscription));
  const error = await charge(repository, invoice, card);
  if (error !== null) return new Refusal(asWireError(error));
  if (['incomplete', 'past_due'].includes(subscription.status)) {
    subscription.status = 'active';
    await saveAndNotify(repository, subscription);
  }
  return repository.get('invoice', id);
}
