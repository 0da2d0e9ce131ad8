import { type CardInput, testCardOf } from './cards.ts';
import { fieldsOf, metadataOf, type Params, textOf } from './form.ts';
import type { Customer, PaymentMethod, PortalSession } from './objects.ts';
import type { SandboxRepository } from './sandbox-repository.ts';
import { endSubscription } from './subscription-lifecycle.ts';
import { invalidRequest, missing } from './wire.ts';

export async function createCustomer(repository: SandboxRepository, params: Params): Promise<Customer> {
  const customer = await repository.save<Customer>({
    ...repository.make('customer', 'cus'),
    email: textOf(params, 'email') ?? null,
    name: textOf(params, 'name') ?? null,
    balance: 0,
    metadata: metadataOf(params),
    invoice_settings: { default_payment_method: null },
    _deleted: false,
  });
  await repository.emit('customer.created', customer);
  return customer;
}

/** The customer of a request; a deleted one is missing. */
export async function customerNamed(repository: SandboxRepository, params: Params): Promise<Customer> {
  const id = textOf(params, 'customer') ?? '';
  const customer = await repository.get('customer', id, 'customer');
  if (customer._deleted) throw missing('customer', id, 'customer');
  return customer;
}

export async function readCustomer(repository: SandboxRepository, id: string): Promise<object> {
  const customer = await repository.get('customer', id);
  return customer._deleted ? deletedCustomer(id) : customer;
}

const deletedCustomer = (id: string) => ({ id, object: 'customer', deleted: true });

/** Ends all subscriptions immediately and deletes personal data. */
export async function deleteCustomer(repository: SandboxRepository, id: string): Promise<object> {
  const customer = await repository.get('customer', id);
  if (customer._deleted) throw missing('customer', id);
  for (const subscription of await repository.list('subscription', id))
    if (!['canceled', 'incomplete_expired'].includes(subscription.status))
      await endSubscription(repository, subscription, 'cancellation_requested');
  const forgotten = { email: null, name: null, metadata: {}, _deleted: true };
  const deleted = await repository.save<Customer>({ ...customer, ...forgotten });
  await repository.emit('customer.deleted', deleted);
  return deletedCustomer(id);
}

export async function updateCustomer(
  repository: SandboxRepository,
  id: string,
  params: Params,
): Promise<Customer> {
  const customer = await repository.get('customer', id);
  const methodId = textOf(fieldsOf(params, 'invoice_settings'), 'default_payment_method');
  if (methodId !== undefined) {
    const param = 'invoice_settings[default_payment_method]';
    const method = await repository.get('payment_method', methodId, param);
    if (method.customer !== customer.id)
      throw invalidRequest('The payment method must be attached to the customer.', { param });
    customer.invoice_settings.default_payment_method = method.id;
  }
  customer.email = textOf(params, 'email') ?? customer.email;
  customer.name = textOf(params, 'name') ?? customer.name;
  await repository.save(customer);
  await repository.emit('customer.updated', customer);
  return customer;
}

/** Only type, last four digits and behaviour of the card are stored. */
export async function createMethod(repository: SandboxRepository, params: Params): Promise<PaymentMethod> {
  if (textOf(params, 'type') !== 'card')
    throw invalidRequest('The sandbox knows cards alone.', { param: 'type' });
  const card = fieldsOf(params, 'card');
  const input: CardInput = {
    number: textOf(card, 'number') ?? '',
    expMonth: Number(textOf(card, 'exp_month')),
    expYear: Number(textOf(card, 'exp_year')),
    cvc: textOf(card, 'cvc') ?? '',
  };
  const { brand, last4, behaviour } = testCardOf(input, new Date(repository.now * 1000));
  const address = fieldsOf(fieldsOf(params, 'billing_details'), 'address');
  return repository.save<PaymentMethod>({
    ...repository.make('payment_method', 'pm'),
    type: 'card',
    customer: null,
    card: { brand, last4, exp_month: input.expMonth, exp_year: input.expYear, funding: 'credit' },
    billing_details: { address: { postal_code: textOf(address, 'postal_code') ?? null } },
    metadata: {},
    _behaviour: behaviour,
  });
}

/** @param portal the address of a session's page, which Flux serves */
export async function createPortalSession(
  repository: SandboxRepository,
  params: Params,
  portal: (sessionId: string) => string,
): Promise<PortalSession> {
  const customer = await customerNamed(repository, params);
  const common = repository.make('billing_portal.session', 'bps');
  return repository.save<PortalSession>({
    ...common,
    customer: customer.id,
    return_url: textOf(params, 'return_url') ?? '',
    url: portal(common.id),
  });
}
