import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { FluxError } from '#shared/contract/errors.ts';
import { createLog } from '../../telemetry/log.ts';
import { handleErrors } from './errors.ts';

async function answerTo(thrown: unknown) {
  const lines: string[] = [];
  const fastify = Fastify();
  handleErrors(fastify, createLog('info', { write: (line) => lines.push(line) }));
  fastify.get('/thing', () => {
    throw thrown;
  });
  const answer = await fastify.inject('/thing');
  return { status: answer.statusCode, log: lines.map((line) => JSON.parse(line)) };
}

test('a foreign key that is violated is a conflict, and the log names the constraint but not the values', async () => {
  const violation = Object.assign(new Error('insert or update violates a constraint'), {
    code: '23503',
    constraint: 'apps_owner_id_fkey',
    table: 'apps',
    detail: 'Key (owner_id)=(secret-id) is not present in table "users".',
  });
  const { status, log } = await answerTo(violation);
  expect(status).toBe(409);
  expect(log).toMatchObject([{ route: '/thing', constraint: 'apps_owner_id_fkey', table: 'apps' }]);
  expect(JSON.stringify(log)).not.toContain('secret-id');
});

test('another conflict is nothing to look at, and what nobody foresaw is', async () => {
  expect(await answerTo(new FluxError('conflict'))).toEqual({ status: 409, log: [] });
  const { status, log } = await answerTo(new Error('odd'));
  expect([status, log]).toMatchObject([
    500,
    [{ route: '/thing', code: 'internal', err: { message: 'odd' } }],
  ]);
});
