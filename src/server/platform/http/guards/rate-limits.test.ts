import Fastify, { type FastifyRequest } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { LocalLimits } from '../../limits/local-limits.ts';
import { createLog } from '../../telemetry/log.ts';
import { handleErrors } from '../responses/errors.ts';
import { limitRates, networkOf } from './rate-limits.ts';

let fastify = Fastify();
afterEach(() => fastify.close());

async function start(trustProxy: string[] | false = false) {
  fastify = Fastify({ trustProxy });
  handleErrors(fastify, createLog('silent'));
  const accountOf = async (request: FastifyRequest) => String(request.headers['x-account'] ?? '') || null;
  limitRates(fastify, new LocalLimits(), accountOf, {
    apiPerAddress: 4,
    apiPerAccount: 2,
    signInPerAddress: 1,
    signInPerNetwork: 2,
    signIn: 3,
    uploadsPerAccount: 1,
  });
  fastify.get('/api/x', async () => 'x');
  fastify.get('/auth/x', { config: { counted: 'sign-in' } }, async () => 'x');
  fastify.get('/api/upload', { config: { counted: 'upload' } }, async () => 'x');
  fastify.get('/page', async () => 'x');
}

const statuses = async (
  times: number,
  url: string,
  headers: Record<string, string> = {},
  remoteAddress = '203.0.113.1',
) => {
  const all: number[] = [];
  for (let index = 0; index < times; index++)
    all.push((await fastify.inject({ url, headers, remoteAddress })).statusCode);
  return all;
};

test('a burst from one address is refused with the time to wait, and pages and other addresses go on', async () => {
  await start();
  expect(await statuses(5, '/api/x')).toEqual([200, 200, 200, 200, 429]);
  const refused = await fastify.inject({ url: '/api/x', remoteAddress: '203.0.113.1' });
  expect(refused.json()).toMatchObject({ code: 'too_many_requests' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(await statuses(1, '/page')).toEqual([200]);
  expect(await statuses(1, '/api/x', {}, '203.0.113.2')).toEqual([200]);
});

test('an address is counted however its path is spelled, and whether there is such a route', async () => {
  await start();
  const spelled = ['/%61pi/x', '/ap%69/none', '/%61%70%69/x?a=/page', '/api/none'];
  for (const url of spelled) expect([url, ...(await statuses(1, url))]).not.toEqual([url, 429]);
  for (const url of spelled) expect([url, ...(await statuses(1, url))]).toEqual([url, 429]);
  expect(await statuses(1, '/page?a=/api/')).toEqual([200]);
});

const asked = (site: string, mode: string, destination = 'empty') => ({
  'sec-fetch-site': site,
  'sec-fetch-mode': mode,
  'sec-fetch-dest': destination,
});

test.each([
  asked('cross-site', 'no-cors', 'image'),
  asked('cross-site', 'cors'),
  asked('same-site', 'no-cors', 'script'),
  asked('same-site', 'websocket'),
  asked('cross-site', 'navigate', 'iframe'),
  asked('same-site', 'navigate', 'object'),
])(
  'what another site asks in its visitor’s name, as %j, is refused and counts for nobody',
  async (headers) => {
    await start();
    for (const url of ['/api/x', '/%61pi/x', '/api/none', '/auth/x'])
      expect([url, ...(await statuses(9, url, headers))]).toEqual([url, ...Array(9).fill(403)]);
    expect(await statuses(5, '/api/x')).toEqual([200, 200, 200, 200, 429]);
    expect(await statuses(2, '/auth/x')).toEqual([200, 429]);
    expect(await statuses(1, '/page', headers)).toEqual([200]);
  },
);

test.each([
  asked('same-origin', 'cors'),
  asked('same-origin', 'navigate', 'iframe'),
  asked('none', 'navigate', 'document'),
  asked('cross-site', 'navigate', 'document'),
  asked('same-site', 'navigate', 'document'),
])('a page of Flux, and a link that somebody follows, are answered: %j', async (headers) => {
  await start();
  expect(await statuses(1, '/api/x', headers)).toEqual([200]);
  expect(await statuses(1, '/auth/x', headers)).toEqual([200]);
});

test('an account is counted wherever it comes from', async () => {
  await start();
  const account = { 'x-account': 'ada' };
  expect(await statuses(1, '/api/x', account, '203.0.113.1')).toEqual([200]);
  expect(await statuses(2, '/api/x', account, '203.0.113.2')).toEqual([200, 429]);
});

test('uploads have a count of their own, which other calls do not use up', async () => {
  await start();
  const from = (account: string) => ({ 'x-account': account });
  expect(await statuses(1, '/api/x', from('ada'), '203.0.113.1')).toEqual([200]);
  expect(await statuses(1, '/api/upload', from('ada'), '203.0.113.2')).toEqual([200]);
  expect(await statuses(2, '/api/upload', from('bob'), '203.0.113.3')).toEqual([200, 429]);
  expect(await statuses(1, '/api/x', from('eve'), '203.0.113.3')).toEqual([200]);
});

test('sign-in has a count of its own', async () => {
  await start();
  expect(await statuses(2, '/auth/x')).toEqual([200, 429]);
  expect(await statuses(1, '/api/x')).toEqual([200]);
});

test('X-Forwarded-For from anybody does not reset the count', async () => {
  await start();
  await statuses(1, '/auth/x');
  expect(await statuses(1, '/auth/x', { 'x-forwarded-for': '198.51.100.7' })).toEqual([429]);
});

test('behind a trusted proxy, people are told apart by what it says', async () => {
  await start(['203.0.113.0/24']);
  expect(await statuses(2, '/auth/x', { 'x-forwarded-for': '198.51.100.7' })).toEqual([200, 429]);
  expect(await statuses(1, '/auth/x', { 'x-forwarded-for': '198.51.100.8' })).toEqual([200]);
});

test('one household of IPv6 addresses counts as one', async () => {
  await start();
  expect(await statuses(1, '/auth/x', {}, '2001:db8:0:1100::1')).toEqual([200]);
  expect(await statuses(1, '/auth/x', {}, '2001:db8:0:11ff::9')).toEqual([429]);
  expect(await statuses(1, '/auth/x', {}, '2001:db8:0:1200::1')).toEqual([200]);
});

test('a network counts as one too, and so does everybody, and what was refused counts for nobody else', async () => {
  await start();
  const signIns = async (...addresses: string[]) => {
    const all: number[] = [];
    for (const address of addresses) all.push(...(await statuses(1, '/auth/x', {}, address)));
    return all;
  };
  expect(await signIns('203.0.113.1', '203.0.113.1', '203.0.113.2', '203.0.113.3')).toEqual([
    200, 429, 200, 429,
  ]);
  expect(await signIns('198.51.100.1', '192.0.2.1')).toEqual([200, 429]);
});

test.each([
  ['203.0.113.7', '203.0.113.250', true],
  ['203.0.113.7', '::ffff:203.0.113.8', true],
  ['203.0.113.7', '203.0.114.7', false],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', true],
  ['2001:db8:1:2::1', '2001:db8:2:2::1', false],
])('%s and %s are of one network: %s', (one, other, same) => {
  expect(networkOf(one) === networkOf(other)).toBe(same);
});
