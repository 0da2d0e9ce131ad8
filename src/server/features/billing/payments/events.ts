/** As the guide tells operators to subscribe to them at Stripe, where a `*` stands for all that begin so. */
const aboutProducts = ['product.*', 'price.*'];
/** What may change what somebody subscribes to. */
const aboutPlans = ['customer.subscription.*', 'invoice.*', 'setup_intent.setup_failed'];

export const heardEvents = [...aboutPlans, ...aboutProducts];

export const isAboutProducts = (type: string): boolean => isAmong(aboutProducts, type);
export const isAboutPlans = (type: string): boolean => isAmong(aboutPlans, type);

function isAmong(names: string[], type: string): boolean {
  return names.some((name) => (name.endsWith('*') ? type.startsWith(name.slice(0, -1)) : type === name));
}
