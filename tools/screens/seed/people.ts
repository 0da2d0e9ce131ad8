import { suspend } from '#server/features/suspension/suspend.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import type { TestServer } from '#server/testing/servers/server.ts';
import type { ScreensInstance } from '../instance.ts';

/** The seeded accounts. Each shows a different state. */
export const people = {
  /** Owns most of the applications and an organization with many members, and pays for Pro+. */
  mara: { name: 'Mara Lindqvist', plan: 'pro-plus' },
  /** The administrator. */
  admin: { name: 'Admin', plan: null, role: 'admin' },
  /** Has the free plan and one application, so the limit is reached. */
  theo: { name: 'Théo Marchetti', plan: 'indie' },
  /** In the middle of a trial. */
  yuki: { name: 'Yuki Tanaka', plan: 'trial' },
  /** Has cancelled: the plan ends in some days. */
  noor: { name: 'Noor Haddad', plan: 'cancelled' },
  /** The plan has ended: the content is offline. */
  otto: { name: 'Otto Brandt', plan: 'over' },
  /** Has just signed in for the first time, with a plan and nothing else. */
  newcomer: { name: 'Ines Carvalho', plan: 'indie' },
  /** Has no plan yet. */
  undecided: { name: 'Sam Okafor', plan: null },
  /** With a name of the maximum length. */
  long: {
    name: 'Maximiliana Alexandrowna von und zu Hohenschwangau-Lichtensteinburg the Very Much Younger',
    plan: 'pro',
  },
  /** Writes from right to left. */
  layla: { name: 'ليلى المنصوري', plan: 'pro' },
  /** An account that was disabled. */
  disabled: { name: 'Free Coins Daily', plan: 'indie' },
} as const satisfies Record<string, Seed>;

interface Seed {
  name: string;
  plan: 'pro-plus' | 'pro' | 'indie' | 'trial' | 'cancelled' | 'over' | null;
  role?: 'admin';
}

export type PersonName = keyof typeof people;
export const personNames = Object.keys(people) as PersonName[];

const day = 86_400_000;

/** Signs in all accounts with their plans. Paying accounts go through the checkout in the sandbox. */
export async function seedPeople({ server }: ScreensInstance): Promise<Map<PersonName, Person>> {
  const persons = new Map<PersonName, Person>();
  for (const key of personNames) {
    const { name, plan, ...rest }: Seed = people[key];
    const given = plan === 'indie' ? plan : null;
    const person = await signIn(server, name, { role: rest.role ?? 'user', plan: given });
    if (plan !== null && plan !== 'indie') await buy(person, plan);
    persons.set(key, person);
  }
  await dateAccounts(server, persons);
  return persons;
}

async function buy(person: Person, plan: NonNullable<Seed['plan']>): Promise<void> {
  const price = plan === 'pro-plus' ? 'price_sandbox_pro_plus' : 'price_sandbox_pro';
  const year = new Date().getFullYear() + 5;
  const card = { number: '4242424242424242', exp_month: 12, exp_year: year, cvc: '123' };
  const { paymentMethodId } = await post<{ paymentMethodId: string }>(
    person,
    '/api/test-payments/cards',
    card,
  );
  await post(person, '/api/createSubscription', { priceId: price, paymentMethodId });
  if (plan !== 'trial') await post(person, '/api/upgradeTrialSubscription', {});
}

async function post<Result>(person: Person, path: string, body: object): Promise<Result> {
  const headers = { 'content-type': 'application/json' };
  const answer = await person.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${answer.text()}`);
  return answer.json<Result>();
}

/** The accounts were created before the day of the pictures. */
async function dateAccounts(
  { context }: TestServer,
  persons: ReadonlyMap<PersonName, Person>,
): Promise<void> {
  const now = context.clock.now().getTime();
  for (const [index, { id }] of [...persons.values()].entries())
    await context.db
      .updateTable('users')
      .set({
        created_at: new Date(now - (20 + index * 37) * day),
        last_login_at: new Date(now - index * 5_400_000),
        provider: ['google.com', 'github.com', 'microsoft.com'][index % 3] ?? 'google.com',
      })
      .where('id', '=', id)
      .execute();
}

/** At the end, because publishing needs a plan. */
export async function endPlans(
  { server }: ScreensInstance,
  persons: ReadonlyMap<PersonName, Person>,
): Promise<void> {
  const { context } = server;
  const now = context.clock.now();
  const noor = persons.get('noor');
  if (noor) {
    const [plan] = (await noor.fetch('/api/subscriptions')).json<{ subscriptionId: string }[]>();
    await post(noor, '/api/cancelSubscription', { subscriptionId: plan?.subscriptionId });
    const ending = { cancel_at_period_end: true };
    await context.db.updateTable('subscriptions').set(ending).where('user_id', '=', noor.id).execute();
  }
  const { id: over } = persons.get('otto') ?? { id: '' };
  await context.db.transaction().execute(async (trx) => {
    const ended = { status: 'cancelled', current_period_ends_at: new Date(now.getTime() - 5 * day) };
    await trx.updateTable('subscriptions').set(ended).where('user_id', '=', over).execute();
    await suspend(trx, over, now);
  });
  const { id: disabled } = persons.get('disabled') ?? { id: '' };
  const since = {
    disabled_at: new Date(now.getTime() - day),
    disabled_reason: 'Copies of other people’s games.',
  };
  await context.db.updateTable('users').set(since).where('id', '=', disabled).execute();
}

/** At the very end: screens that ask for a fresh sign-in must not depend on the time since sign-in. */
export async function ageSignIns({ server: { context } }: ScreensInstance): Promise<void> {
  const proved = { authenticated_at: new Date(context.clock.now().getTime() - day) };
  await context.db.updateTable('sessions').set(proved).execute();
}
