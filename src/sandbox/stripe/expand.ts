import { listOf, type Params } from './form.ts';
import type { Kind, Kinds } from './objects.ts';
import { asWire, type SandboxRepository } from './sandbox-repository.ts';
import { invalidRequest } from './wire.ts';

/** What the fields that can be expanded name. */
const references: Record<string, Kind> = {
  customer: 'customer',
  default_payment_method: 'payment_method',
  payment_method: 'payment_method',
  latest_invoice: 'invoice',
  pending_setup_intent: 'setup_intent',
  coupon: 'coupon',
  promotion_code: 'promotion_code',
  product: 'product',
  discounts: 'discount',
};
/** As Stripe has it. */
const maxDepth = 4;

type Fields = Record<string, unknown>;

/** The response object: expanded references hold whole objects, and internal fields are removed. */
export async function toWire(repository: SandboxRepository, answer: object, params: Params): Promise<object> {
  const paths = listOf(params, 'expand').map((path) => String(path).split('.'));
  for (const path of paths)
    if (path.length > maxDepth)
      throw invalidRequest(`You cannot expand more than ${maxDepth} levels.`, { param: 'expand' });
  return expanded(repository, answer as Fields, paths);
}

async function expanded(repository: SandboxRepository, object: Fields, paths: string[][]): Promise<Fields> {
  const result = asWire(object) as Fields;
  for (const [name, value] of Object.entries(result)) {
    const inner = paths.filter((path) => path[0] === name).map((path) => path.slice(1));
    result[name] = await expandedValue(repository, name, value, inner);
  }
  for (const [name] of paths)
    if (name === 'confirmation_secret' && object.object === 'invoice')
      result[name] = await confirmationSecret(repository, object as unknown as Kinds['invoice']);
    else if (name === 'applies_to' && object.object === 'coupon')
      result[name] = Array.isArray(object._products) ? { products: object._products } : undefined;
    else if (name !== undefined && !(name in result))
      throw invalidRequest(`This property cannot be expanded (${name}).`, { param: 'expand' });
  return result;
}

async function expandedValue(
  repository: SandboxRepository,
  name: string,
  value: unknown,
  paths: string[][],
): Promise<unknown> {
  if (Array.isArray(value))
    return Promise.all(value.map((each: unknown) => expandedValue(repository, name, each, paths)));
  if (typeof value === 'object' && value !== null) return expanded(repository, value as Fields, paths);
  const kind = references[name];
  if (paths.length === 0 || value === null) return value;
  if (kind === undefined)
    throw invalidRequest(`This property cannot be expanded (${name}).`, { param: 'expand' });
  const deeper = paths.filter((path) => path.length > 0);
  return expanded(repository, (await repository.get(kind, String(value))) as unknown as Fields, deeper);
}

/** The secret with which the browser confirms the payment; a paid invoice has none. */
async function confirmationSecret(
  repository: SandboxRepository,
  invoice: Kinds['invoice'],
): Promise<object | null> {
  const payment = await repository.find('payment_intent', invoice._payment_intent);
  return payment ? { client_secret: payment.client_secret, type: 'payment_intent' } : null;
}
