import fs, { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createLog, writingTo } from './log.ts';

function lineOf(facts: object): Record<string, unknown> {
  let line = '';
  createLog('info', { write: (text) => (line = text) }).error(facts, 'it happened');
  return JSON.parse(line);
}

test('a line has the codes of an error and its cause', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  expect(lineOf({ err: cause, code: 'unavailable' })).toMatchObject({
    code: 'unavailable',
    err: { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' },
    msg: 'it happened',
  });
});

test('any text stays in one line, complete', () => {
  const text = 'a\nb\r\u0085\u009b2K\u2028\u2029\u001b[2K\u007f';
  let written = '';
  createLog('info', { write: (line) => (written += line) }).error({ err: new Error(text) }, text);
  expect(written.match(/[\p{Cc}\p{Zl}\p{Zp}]/gu)).toEqual(['\n']);
  expect(JSON.parse(written)).toMatchObject({ msg: text, err: { message: text } });
});

test('no secret is logged, whatever object contains it', () => {
  const secrets = { password: 'hush', secret: 'hush', token: 'hush', authorization: 'hush' };
  const more = { cookie: 'hush', key: 'hush', ticket: 'hush' };
  const all = { ...secrets, ...more };
  expect(JSON.stringify(lineOf({ ...all, request: { ...all, headers: all } }))).not.toContain('hush');
});

test('while nothing can be written, lines are queued up to a limit, and written later', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flux-log-'));
  const path = join(folder, 'flux.log');
  const fd = openSync(path, 'w');
  try {
    const log = createLog('info', writingTo(fd));
    const full = vi.spyOn(fs, 'writeSync').mockImplementation(() => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    });
    for (let line = 0; line < 3_000; line++) log.warn({ line, text: 'x'.repeat(1_000) }, 'full');
    full.mockRestore();
    // Longer than what is left of the bound.
    for (const msg of ['lost', 'and on']) log.warn({ text: 'x'.repeat(2_000) }, msg);
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    const told = lines.map((line) => JSON.parse(line));
    expect(told[0]).toMatchObject({ line: 0, msg: 'full' });
    expect(told.at(-1)).toMatchObject({ msg: 'and on' });
    expect(told.length).toBeLessThan(1_050);
  } finally {
    closeSync(fd);
    rmSync(folder, { recursive: true });
  }
});
