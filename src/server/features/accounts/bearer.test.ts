import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getMe } from '#shared/accounts/accounts.ts';
import {
  cancelSubscription,
  createSubscription,
  upgradeTrialSubscription,
  validatePromoCode,
} from '#shared/billing/payments.ts';
import type { AnyEndpoint } from '#shared/contract/contract.ts';
import { newId, newSecret } from '../../platform/ids.ts';
import { type RequestInit, request } from '../../testing/http/request.ts';
import { type Person, signIn } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';

let server: TestServer;
let ada: Person;
let bob: Person;

beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  [ada, bob] = await Promise.all([signIn(server, `ada ${newId()}`), signIn(server, `bob ${newId()}`)]);
});
afterAll(() => server.close());

const endpoints = [upgradeTrialSubscription, createSubscription, validatePromoCode, cancelSubscription];
const tokenOf = ({ cookie }: Person) => cookie.slice(cookie.indexOf('=') + 1);

/** As a program sends it: without a cookie, an Origin and what browsers add. */
function ask({ path, method }: AnyEndpoint, headers: RequestInit['headers'], body: unknown = {}) {
  const asProgram = { origin: undefined, 'sec-fetch-site': undefined, 'content-type': 'application/json' };
  return request(server, path, {
    method,
    headers: { ...asProgram, ...headers },
    body: JSON.stringify(body),
  });
}

const cancel = (headers: RequestInit['headers']) =>
  ask(cancelSubscription, headers, { subscriptionId: newId() });

test('each of the four calls accepts a session’s token without cookie and Origin', async () => {
  for (const endpoint of endpoints) {
    const { status } = await ask(endpoint, { authorization: `Bearer ${tokenOf(ada)}` });
    // Past the guards: what is wrong is the input, or that there is no trial.
    expect([endpoint.path, status === 401 || status === 403]).toEqual([endpoint.path, false]);
  }
  const answer = await cancel({ authorization: `bearer  ${tokenOf(ada)}` });
  expect([answer.status, answer.json()]).toEqual([200, { success: false, error: expect.any(String) }]);
});

test('a wrong, malformed, expired or revoked token is refused with a challenge', async () => {
  const refused = {
    status: 401,
    code: 'unauthenticated',
    challenge: 'Bearer realm="Flux", error="invalid_token"',
  };
  const answerTo = async (token: string) => {
    const { status, headers, json } = await cancel({ authorization: `Bearer ${token}` });
    return { status, code: json<{ code: string }>().code, challenge: headers['www-authenticate'] };
  };
  for (const token of [newSecret(), 'x', '', `${tokenOf(ada)}x`])
    expect(await answerTo(token)).toEqual(refused);
  const { db, clock } = server.context;
  await db.deleteFrom('sessions').where('user_id', '=', ada.id).execute();
  expect(await answerTo(tokenOf(ada))).toEqual(refused);
  await db.updateTable('sessions').set({ expires_at: clock.now() }).where('user_id', '=', bob.id).execute();
  expect(await answerTo(tokenOf(bob))).toEqual(refused);
});

test('without a token the challenge names the scheme; other calls have none', async () => {
  const { origin } = new URL(server.context.config.publicUrl);
  const signedOut = await cancel({ origin });
  expect([signedOut.status, signedOut.headers['www-authenticate']]).toEqual([401, 'Bearer realm="Flux"']);
  const other = await request(server, getMe.path, { headers: { authorization: `Bearer ${tokenOf(ada)}` } });
  expect([other.status, other.headers['www-authenticate']]).toEqual([401, undefined]);
});

test('with a cookie of the same user the Origin is required; with another user’s cookie the token is refused', async () => {
  const { origin } = new URL(server.context.config.publicUrl);
  const authorization = `Bearer ${tokenOf(ada)}`;
  expect((await cancel({ authorization, cookie: ada.cookie })).json()).toMatchObject({ code: 'cross_site' });
  expect((await cancel({ authorization, cookie: ada.cookie, origin })).status).toBe(200);
  expect((await cancel({ authorization, cookie: bob.cookie, origin })).status).toBe(401);
});

test('a request from a page of another site is refused, with a token too', async () => {
  const authorization = `Bearer ${tokenOf(ada)}`;
  for (const headers of [{ origin: 'https://evil.test' }, { 'sec-fetch-site': 'cross-site' }])
    expect((await cancel({ authorization, ...headers })).json()).toMatchObject({ code: 'cross_site' });
  // No other scheme replaces the Origin check.
  for (const scheme of ['Basic', 'Bearers'])
    expect((await cancel({ authorization: `${scheme} ${tokenOf(ada)}` })).json()).toMatchObject({
      code: 'cross_site',
    });
});

test('a disabled account is refused', async () => {
  const { db, clock } = server.context;
  await db.updateTable('users').set({ disabled_at: clock.now() }).where('id', '=', ada.id).execute();
  expect((await cancel({ authorization: `Bearer ${tokenOf(ada)}` })).status).toBe(401);
});
