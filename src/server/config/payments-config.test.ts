import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const keys = {
  FLUX_STRIPE_SECRET_KEY: 'sk_test_hush',
  FLUX_STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  FLUX_STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const prices = { FLUX_STRIPE_PRICES_PRO: 'price_a, price_b', FLUX_STRIPE_PRICES_PRO_PLUS: 'price_c' };
const stripe = { ...keys, ...prices };
const elsewhere = { FLUX_PUBLIC_URL: 'https://flux.example' };

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)];
  }
}

test.each([
  [{}, 'sandbox'],
  [{ FLUX_PAYMENTS_SANDBOX: 'on' }, 'sandbox'],
  [{ FLUX_PAYMENTS_SANDBOX: 'off' }, undefined],
  [elsewhere, undefined],
  [{ ...elsewhere, FLUX_PAYMENTS_SANDBOX: 'off' }, undefined],
  [{ ...elsewhere, FLUX_PAYMENTS_SANDBOX: 'on' }, 'sandbox'],
  [stripe, 'stripe'],
  [{ ...stripe, ...elsewhere }, 'stripe'],
  [{ ...stripe, FLUX_PAYMENTS_SANDBOX: 'off' }, 'stripe'],
])('%j: the payment service is %s', (env, name) => {
  expect(readConfig(env as Record<string, string>).payments.service?.name).toBe(name);
});

test('Stripe is configured by its keys and the prices of each plan', () => {
  const { service } = readConfig({ ...stripe, FLUX_STRIPE_PRICES_ENTERPRISE: 'price_e' }).payments;
  expect(service).toEqual({
    name: 'stripe',
    settings: {
      secretKey: 'sk_test_hush',
      publishableKey: 'pk_test_1',
      webhookSecret: 'whsec_1',
      api: null,
      prices: {
        indie: [],
        pro: ['price_a', 'price_b'],
        'pro-plus': ['price_c'],
        enterprise: ['price_e'],
      },
    },
  });
});

test('a trial lasts a week by default; zero disables it', () => {
  expect(readConfig({}).payments).toMatchObject({ trialDays: 7, discordInviteUrl: null });
  const said = { FLUX_TRIAL_DAYS: '0', FLUX_DISCORD_INVITE_URL: 'https://discord.gg/abc' };
  expect(readConfig(said).payments).toMatchObject({
    trialDays: 0,
    discordInviteUrl: 'https://discord.gg/abc',
  });
});

test.each([
  ['http://127.0.0.1:12111', { protocol: 'http', host: '127.0.0.1', port: 12111 }],
  ['http://localhost', { protocol: 'http', host: 'localhost', port: 80 }],
  ['http://[::1]:8080/', { protocol: 'http', host: '::1', port: 8080 }],
  ['https://stripe-proxy.example', { protocol: 'https', host: 'stripe-proxy.example', port: 443 }],
])('the Stripe API can be at %s', (FLUX_STRIPE_API_URL, api) => {
  const { service } = readConfig({ ...stripe, FLUX_STRIPE_API_URL }).payments;
  expect(service).toMatchObject({ settings: { api } });
});

const mistakes: [Record<string, string>, RegExp][] = [
  [keys, /WEBHOOK_SECRET are set, but FLUX_STRIPE_PRICES_PRO and FLUX_STRIPE_PRICES_PRO_PLUS are missing/],
  [{ ...stripe, FLUX_STRIPE_WEBHOOK_SECRET: '' }, /but FLUX_STRIPE_WEBHOOK_SECRET is missing: set all/],
  [{ FLUX_STRIPE_PRICES_INDIE: 'price_i' }, /^FLUX_STRIPE_PRICES_INDIE is set, but FLUX_STRIPE_SECRET_KEY/],
  [{ ...stripe, FLUX_PAYMENTS_SANDBOX: 'on' }, /^FLUX_PAYMENTS_SANDBOX is on and Stripe is configured/],
  [{ FLUX_STRIPE_API_URL: 'https://a.example' }, /^FLUX_STRIPE_API_URL is set, but FLUX_STRIPE_SECRET_KEY/],
  [{ ...stripe, FLUX_STRIPE_API_URL: 'stripe' }, /^FLUX_STRIPE_API_URL is 'stripe', but must be an address/],
  [{ ...stripe, FLUX_STRIPE_API_URL: 'https://a.example/v1' }, /^FLUX_STRIPE_API_URL .* without a path/],
  [
    { ...stripe, FLUX_STRIPE_API_URL: 'https://user:pass@a.example' },
    /^FLUX_STRIPE_API_URL .* without a path/,
  ],
  [{ ...stripe, FLUX_STRIPE_API_URL: 'ftp://127.0.0.1' }, /^FLUX_STRIPE_API_URL .* without a path/],
  [{ ...stripe, FLUX_STRIPE_API_URL: 'http://a.example' }, /^FLUX_STRIPE_API_URL .* begin with https/],
  [
    { ...stripe, FLUX_STRIPE_API_URL: 'http://127.0.0.1.evil.example' },
    /^FLUX_STRIPE_API_URL .* begin with https/,
  ],
  [{ FLUX_PAYMENTS_SANDBOX: 'yes' }, /^FLUX_PAYMENTS_SANDBOX is 'yes', but must be on or off/],
  [{ ...stripe, FLUX_STRIPE_SECRET_KEY: 'pk_test_hush' }, /^FLUX_STRIPE_SECRET_KEY is not what/],
  [{ ...stripe, FLUX_STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, /belong to different modes/],
  [{ ...stripe, FLUX_STRIPE_PRICES_PRO: 'Pro' }, /^FLUX_STRIPE_PRICES_PRO contains 'Pro'/],
  [{ ...stripe, FLUX_STRIPE_PRICES_PRO_PLUS: 'price_a' }, /both contain 'price_a'; please keep one/],
  [{ FLUX_TRIAL_DAYS: '731' }, /^FLUX_TRIAL_DAYS is '731'/],
  [{ FLUX_TRIAL_DAYS: 'a week' }, /^FLUX_TRIAL_DAYS is 'a week'/],
  [{ FLUX_DISCORD_INVITE_URL: 'discord.gg/abc' }, /^FLUX_DISCORD_INVITE_URL is/],
  [{ FLUX_DISCORD_INVITE_URL: 'javascript:alert(1)' }, /^FLUX_DISCORD_INVITE_URL is/],
];
test.each(mistakes)('%j is reported as a mistake', (env, sentence) => {
  const problems = problemsOf(env);
  expect(problems).toEqual([expect.stringMatching(sentence)]);
  expect(problems.join()).not.toContain('hush');
});
