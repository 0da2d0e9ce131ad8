import type { Tier } from '#shared/billing/plans.ts';

/** The plans that prices may be of. */
export type PricedTier = Extract<Tier, 'indie' | 'pro' | 'pro-plus' | 'enterprise'>;

export interface StripeSettings {
  secretKey: string;
  /** Goes to the browser. */
  publishableKey: string;
  webhookSecret: string;
  /** Null: Stripe's own API. Otherwise a compatible server, such as stripe-mock or a proxy. */
  api: { protocol: 'http' | 'https'; host: string; port: number } | null;
  /** Several for each plan: those sold now, and former ones of existing subscriptions. */
  prices: Record<PricedTier, string[]>;
}

export interface PaymentsConfig {
  /** The payment service: Stripe, or the sandbox, which charges nobody. Null: no payments. */
  service: { name: 'stripe'; settings: StripeSettings } | { name: 'sandbox' } | null;
  /** Trial days of a user's first subscription. */
  trialDays: number;
  /** Null: there is no invitation. */
  discordInviteUrl: string | null;
}

export const paymentVariables = [
  { name: 'FLUX_STRIPE_SECRET_KEY', secret: true },
  { name: 'FLUX_STRIPE_PUBLISHABLE_KEY', secret: false },
  { name: 'FLUX_STRIPE_WEBHOOK_SECRET', secret: true },
  { name: 'FLUX_STRIPE_API_URL', secret: false },
  { name: 'FLUX_STRIPE_PRICES_INDIE', secret: false },
  { name: 'FLUX_STRIPE_PRICES_PRO', secret: false },
  { name: 'FLUX_STRIPE_PRICES_PRO_PLUS', secret: false },
  { name: 'FLUX_STRIPE_PRICES_ENTERPRISE', secret: false },
  { name: 'FLUX_PAYMENTS_SANDBOX', secret: false },
  { name: 'FLUX_TRIAL_DAYS', secret: false },
  { name: 'FLUX_DISCORD_INVITE_URL', secret: false },
] as const;
type VariableName = (typeof paymentVariables)[number]['name'];

interface Reading {
  /** The value of a variable, or of its file; undefined if unset. */
  read: (name: VariableName) => string | undefined;
  problems: string[];
  /** Whether Flux is on this machine only. */
  isLocal: boolean;
}

const priceVariables = {
  indie: 'FLUX_STRIPE_PRICES_INDIE',
  pro: 'FLUX_STRIPE_PRICES_PRO',
  'pro-plus': 'FLUX_STRIPE_PRICES_PRO_PLUS',
  enterprise: 'FLUX_STRIPE_PRICES_ENTERPRISE',
} as const satisfies Record<PricedTier, VariableName>;

const keyVariables = {
  FLUX_STRIPE_SECRET_KEY: /^(sk|rk)_(test|live)_/,
  FLUX_STRIPE_PUBLISHABLE_KEY: /^pk_(test|live)_/,
  FLUX_STRIPE_WEBHOOK_SECRET: /^whsec_/,
} as const;
const keyNames = Object.keys(keyVariables) as (keyof typeof keyVariables)[];

const defaultTrialDays = 7;
/** Stripe's maximum. */
const maxTrialDays = 730;

/** Reads the payment settings. Incomplete settings are a mistake. */
export function readPayments({ read, ...rest }: Reading): PaymentsConfig {
  // Read each variable once, so that a mistake in its file is listed once.
  const values = new Map(paymentVariables.map(({ name }) => [name, read(name)]));
  const reading = { ...rest, read: (name: VariableName) => values.get(name) };
  return {
    service: readService(reading),
    trialDays: readTrialDays(reading),
    discordInviteUrl: readInvite(reading),
  };
}

function readService(reading: Reading): PaymentsConfig['service'] {
  const { read, problems, isLocal } = reading;
  const word = read('FLUX_PAYMENTS_SANDBOX');
  if (word !== undefined && !['on', 'off'].includes(word))
    problems.push(`FLUX_PAYMENTS_SANDBOX is '${word}', but must be on or off.`);
  const settings = readStripe(reading);
  if (settings !== null) {
    if (word !== 'on') return { name: 'stripe', settings };
    problems.push('FLUX_PAYMENTS_SANDBOX is on and Stripe is configured; please keep one.');
    return null;
  }
  // On a public server, test cards would make paid plans free.
  return word === 'on' || (word === undefined && isLocal) ? { name: 'sandbox' } : null;
}

function readStripe(reading: Reading): StripeSettings | null {
  const { read, problems } = reading;
  const prices = readPrices(reading);
  const needed = [...keyNames, 'FLUX_STRIPE_PRICES_PRO', 'FLUX_STRIPE_PRICES_PRO_PLUS'] as const;
  const missing = needed.filter((name) => read(name) === undefined);
  const others = [priceVariables.indie, priceVariables.enterprise, 'FLUX_STRIPE_API_URL'] as const;
  const present = [...needed, ...others].filter((name) => read(name) !== undefined);
  if (present.length === 0) return null;
  if (missing.length > 0) {
    const [are, lack] = [present, missing].map(({ length }) => (length === 1 ? 'is' : 'are'));
    problems.push(
      `${present.join(' and ')} ${are} set, but ${missing.join(' and ')} ${lack} missing: set all of them, or none.`,
    );
  }
  for (const name of keyNames) {
    const value = read(name);
    // A secret is not shown.
    if (value !== undefined && !keyVariables[name].test(value))
      problems.push(`${name} is not what Stripe's dashboard calls so: it begins otherwise.`);
  }
  const [secretKey = '', publishableKey = '', webhookSecret = ''] = keyNames.map(read);
  if (modeOf(secretKey) !== modeOf(publishableKey))
    problems.push(
      'FLUX_STRIPE_SECRET_KEY and FLUX_STRIPE_PUBLISHABLE_KEY belong to different modes: one is for tests and one is not.',
    );
  return { secretKey, publishableKey, webhookSecret, api: readApi(reading), prices };
}

/** The secret key is sent to this address, so plain http is allowed to this machine only. */
function readApi({ read, problems }: Reading): StripeSettings['api'] {
  const text = read('FLUX_STRIPE_API_URL');
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
  if (!isOrigin)
    problems.push(
      `FLUX_STRIPE_API_URL is '${text}', but must be an address without a path, such as http://127.0.0.1:12111.`,
    );
  else if (url.protocol === 'http:' && !isLoopback(url.hostname))
    problems.push(
      `FLUX_STRIPE_API_URL is '${text}', but must begin with https://: the secret key goes there, and http is for this machine alone.`,
    );
  else {
    const protocol = url.protocol === 'http:' ? 'http' : 'https';
    const port = Number(url.port) || { http: 80, https: 443 }[protocol];
    // Node needs an IPv6 address without brackets.
    return { protocol, host: url.hostname.replaceAll(/[[\]]/g, ''), port };
  }
  return null;
}

function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\.[\d.]+$/.test(host)
  );
}

function modeOf(key: string): string | undefined {
  return /^\w+?_(test|live)_/.exec(key)?.[1];
}

function readPrices({ read, problems }: Reading): StripeSettings['prices'] {
  const tiers = new Map<string, string>();
  const readTier = (name: VariableName): string[] => {
    const ids = (read(name) ?? '')
      .split(',')
      .map((id) => id.trim())
      .filter(Boolean);
    for (const id of ids) {
      if (!/^price_\w+$/.test(id) && !/^plan_\w+$/.test(id))
        problems.push(`${name} contains '${id}', but prices have ids such as price_1A2b3C.`);
      const other = tiers.get(id);
      if (other !== undefined) problems.push(`${other} and ${name} both contain '${id}'; please keep one.`);
      tiers.set(id, name);
    }
    return ids;
  };
  return {
    indie: readTier(priceVariables.indie),
    pro: readTier(priceVariables.pro),
    'pro-plus': readTier(priceVariables['pro-plus']),
    enterprise: readTier(priceVariables.enterprise),
  };
}

function readTrialDays({ read, problems }: Reading): number {
  const text = read('FLUX_TRIAL_DAYS');
  if (text === undefined) return defaultTrialDays;
  if (/^\d+$/.test(text) && Number(text) <= maxTrialDays) return Number(text);
  problems.push(`FLUX_TRIAL_DAYS is '${text}', but must be a whole number from 0 to ${maxTrialDays}.`);
  return defaultTrialDays;
}

function readInvite({ read, problems }: Reading): string | null {
  const text = read('FLUX_DISCORD_INVITE_URL');
  if (text === undefined) return null;
  if (URL.canParse(text) && new URL(text).protocol === 'https:') return text;
  problems.push(
    `FLUX_DISCORD_INVITE_URL is '${text}', but must be an address that begins with https://, such as https://discord.gg/abc.`,
  );
  return null;
}
