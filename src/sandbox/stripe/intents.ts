import { asWireError, chargeError } from './cards.ts';
import { type Params, textOf } from './form.ts';
import { charge } from './invoices.ts';
import type { PaymentIntent, SetupIntent } from './objects.ts';
import type { SandboxRepository } from './sandbox-repository.ts';
import { saveAndNotify } from './subscription-lifecycle.ts';
import { invalidRequest, Refusal } from './wire.ts';

/** The browser's action with the secret of a payment. A refused card leaves the payment open for another. */
export async function confirmPayment(
  repository: SandboxRepository,
  id: string,
  params: Params,
): Promise<PaymentIntent | Refusal> {
  const payment = await repository.get('payment_intent', id, 'intent');
  if (payment.status === 'succeeded') return payment;
  if (payment.status === 'canceled') throw unexpectedState(payment.object, payment.status);
  const invoice = await repository.get('invoice', payment._invoice);
  const methodId = await methodOf(repository, payment, params);
  const error = await charge(repository, invoice, methodId);
  if (error !== null) return new Refusal(asWireError(error));
  const subscription = await repository.get('subscription', invoice.parent.subscription_details.subscription);
  // The first payment method used becomes the default.
  subscription.default_payment_method = methodId;
  if (['incomplete', 'past_due'].includes(subscription.status)) subscription.status = 'active';
  await saveAndNotify(repository, subscription);
  return repository.get('payment_intent', id);
}

export async function confirmSetup(
  repository: SandboxRepository,
  id: string,
  params: Params,
): Promise<SetupIntent | Refusal> {
  const setup = await repository.get('setup_intent', id, 'intent');
  if (setup.status === 'succeeded') return setup;
  if (setup.status === 'canceled') throw unexpectedState(setup.object, setup.status);
  const methodId = await methodOf(repository, setup, params);
  const method = await repository.get('payment_method', methodId);
  const error = method._behaviour === 'declined_later' ? null : chargeError(method._behaviour);
  if (error !== null) {
    const refused = await repository.save<SetupIntent>({
      ...setup,
      status: 'requires_payment_method',
      payment_method: null,
      last_setup_error: error,
    });
    await repository.emit('setup_intent.setup_failed', refused);
    return new Refusal(asWireError(error));
  }
  const subscription = await repository.get('subscription', setup._subscription);
  subscription.default_payment_method = methodId;
  subscription.pending_setup_intent = null;
  const done = await repository.save<SetupIntent>({
    ...setup,
    status: 'succeeded',
    payment_method: methodId,
    last_setup_error: null,
  });
  await saveAndNotify(repository, subscription);
  await repository.emit('setup_intent.succeeded', done);
  return done;
}

export async function cancelSetup(repository: SandboxRepository, id: string): Promise<SetupIntent> {
  const setup = await repository.get('setup_intent', id, 'intent');
  if (setup.status === 'succeeded' || setup.status === 'canceled')
    throw invalidRequest(`You cannot cancel this SetupIntent because it has a status of ${setup.status}.`, {
      code: 'setup_intent_unexpected_state',
    });
  const canceled = await repository.save<SetupIntent>({ ...setup, status: 'canceled' });
  await repository.emit('setup_intent.canceled', canceled);
  return canceled;
}

/** The named or the waiting card; using it attaches it to the customer. */
async function methodOf(
  repository: SandboxRepository,
  intent: PaymentIntent | SetupIntent,
  params: Params,
): Promise<string> {
  const id = textOf(params, 'payment_method') ?? intent.payment_method;
  if (id === null)
    throw invalidRequest('You cannot confirm this intent because it’s missing a payment method.', {
      code: 'payment_intent_unexpected_state',
    });
  const method = await repository.get('payment_method', id, 'payment_method');
  if (method.customer === null) await repository.save({ ...method, customer: intent.customer });
  else if (method.customer !== intent.customer)
    throw invalidRequest('The provided payment method is attached to another customer.', {
      param: 'payment_method',
    });
  return method.id;
}

function unexpectedState(kind: string, status: string) {
  return invalidRequest(`This ${kind} has status ${status} and cannot be confirmed.`, {
    code: `${kind}_unexpected_state`,
  });
}
