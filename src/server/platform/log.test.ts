import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function lineOf(facts: object): Record<string, unknown> {
  let line = '';
  createLog('info', { write: (text) => (line = text) }).error(facts, 'it happened');
  return JSON.parse(line);
}

test('a line tells the code of an error and of its cause', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  expect(lineOf({ err: cause, code: 'unavailable' })).toMatchObject({
    code: 'unavailable',
    err: { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' },
    msg: 'it happened',
  });
});

test('whatever a text holds, it stays in its line, and is told in full', () => {
  const text = 'a\nb\r\u0085\u009b2K\u2028\u2029\u001b[2K\u007f';
  let written = '';
  createLog('info', { write: (line) => (written += line) }).error({ err: new Error(text) }, text);
  expect(written.match(/[\p{Cc}\p{Zl}\p{Zp}]/gu)).toEqual(['\n']);
  expect(JSON.parse(written)).toMatchObject({ msg: text, err: { message: text } });
});

test('no secret reaches a line, on whatever object it lies', () => {
  const secrets = { password: 'hush', secret: 'hush', token: 'hush', authorization: 'hush' };
  const more = { cookie: 'hush', key: 'hush', ticket: 'hush' };
  const all = { ...secrets, ...more };
  expect(JSON.stringify(lineOf({ ...all, request: { ...all, headers: all } }))).not.toContain('hush');
});
