import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeZip } from '#fixtures/zip.ts';
import { embedCode } from '#shared/apps/embed.ts';
import { deviceAccesses, frameAllow } from '#shared/play/game-features.ts';
import { Player } from '../http/player.ts';
import { type Person, signIn, visitor } from '../people/people.ts';
import { publishApp } from '../people/publish.ts';
import { startServer, type TestServer } from '../servers/server.ts';

const stripeMode = {
  FLUX_STRIPE_SECRET_KEY: 'sk_test_1',
  FLUX_STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  FLUX_STRIPE_WEBHOOK_SECRET: 'whsec_1',
  FLUX_STRIPE_PRICES_PRO: 'price_a',
  FLUX_STRIPE_PRICES_PRO_PLUS: 'price_b',
};
const page = { headers: { accept: 'text/html' } };
const build = makeZip([{ name: 'index.html', data: '<!doctype html><title>Game</title>' }]);
const files = { build: { name: 'game.zip', bytes: build, type: 'application/zip' } };

describe.each([
  ['at Stripe', stripeMode, true],
  ['in the sandbox', {}, false],
])('with payments at %s', (_where, env, isStripe) => {
  let server: TestServer;
  let ada: Person;
  let appId: string;
  beforeAll(async () => {
    server = await startServer({ env });
    ada = await signIn(server, 'ada');
    ({ id: appId } = await publishApp(ada, { files, body: { isPublic: true } }));
  });
  afterAll(() => server.close());

  test.each(['/', '/subscriptions', '/profile', '/play/abc?key=secret', '/nowhere'])(
    'the page %s allows Stripe only if it needs the script',
    async (path) => {
      for (const who of [visitor(server), ada]) {
        const { headers } = await who.fetch(path, page);
        const policy = String(headers['content-security-policy']);
        expect(policy.includes('https://js.stripe.com')).toBe(isStripe);
        expect(policy.includes('https://api.stripe.com')).toBe(isStripe);
        expect(policy).toContain("require-trusted-types-for 'script'");
        expect(policy).not.toContain('unsafe');
        const permissions = String(headers['permissions-policy']).split(', ');
        expect(permissions).toContain(
          isStripe ? 'payment=(self "https://js.stripe.com" "https://*.js.stripe.com")' : 'payment=()',
        );
      }
    },
  );

  test('no other answer of Flux’s own names it: not the sign-in, a call, or the page for frames', async () => {
    const answers = await Promise.all([
      visitor(server).fetch('/auth/google/start', page),
      visitor(server).fetch('/auth/google/callback?state=a&code=b', page),
      ada.fetch('/api/payment-settings'),
      visitor(server).fetch(`/embed/${appId}`, page),
    ]);
    for (const { headers } of answers) expect(JSON.stringify(headers)).not.toContain('stripe.com');
  });

  test('games do not get it, neither by their own headers nor by the frame’s', async () => {
    const game = await new Player(server).open(`/serve/${appId}`);
    expect(game.text).toContain('<title>Game</title>');
    expect(String(game.headers['permissions-policy']).split(', ')).toContain('payment=()');
    expect(JSON.stringify(game.headers)).not.toContain('stripe.com');
    expect(frameAllow(deviceAccesses)).not.toContain('payment');
    const embedded = { id: appId, name: 'Pong', deviceAccess: [...deviceAccesses] };
    expect(embedCode('https://flux.example', embedded)).not.toContain('payment');
  });
});
