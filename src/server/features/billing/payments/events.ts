/** Patterns as documented for Stripe's webhook settings: `*` matches any rest. */
const productEvents = ['product.*', 'price.*'];
/** Events that may change a subscription. */
const planEvents = ['customer.subscription.*', 'invoice.*', 'setup_intent.setup_failed'];

export const handledEvents = [...planEvents, ...productEvents];

export const isProductEvent = (type: string): boolean => matchesAny(productEvents, type);
export const isPlanEvent = (type: string): boolean => matchesAny(planEvents, type);

function matchesAny(names: string[], type: string): boolean {
  return names.some((name) => (name.endsWith('*') ? type.startsWith(name.slice(0, -1)) : type === name));
}
