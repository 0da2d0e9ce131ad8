import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../telemetry/log.ts';
import { handleErrors } from '../responses/errors.ts';
import { takeJson } from './json-bodies.ts';

const fastify = Fastify();
beforeAll(() => {
  handleErrors(fastify, createLog('silent'));
  takeJson(fastify);
  fastify.post('/', async (request) => ({ taken: request.body }));
});
afterAll(() => fastify.close());

const send = (payload: string) =>
  fastify.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': 'application/json' } });
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test.each([
  ['twenty levels', nested(20)],
  ['a thousand brackets side by side', `[${'[],'.repeat(1_000)}[]]`],
  ['brackets in a string', `{"name":${JSON.stringify(`\\"${'[{'.repeat(1_000)}"`)}}`],
])('%s are taken', async (_name, body) => {
  const answer = await send(body);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ taken: JSON.parse(body) });
});

test.each([
  ['twenty-one levels', nested(21)],
  ['a hundred thousand levels that never end', '{"a":['.repeat(50_000)],
  ['levels after a string that ends in a backslash', `["\\\\",${nested(20)}]`],
])('%s are refused in words', async (_name, body) => {
  const answer = await send(body);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ code: 'invalid_input', error: expect.stringContaining('20 levels') });
});

test.each([
  ['what is no JSON', '{'],
  ['a key that would change every object', '{"__proto__":{"admin":true}}'],
  ['a constructor that would', '{"constructor":{"prototype":{"admin":true}}}'],
])('%s is refused', async (_name, body) => {
  expect((await send(body)).statusCode).toBe(400);
  expect(Reflect.get({}, 'admin')).toBeUndefined();
});
