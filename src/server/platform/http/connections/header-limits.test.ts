import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { request } from '#server/testing/http/request.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { newId } from '../../ids.ts';
import { maxCookies, maxHeaderLength } from './header-limits.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** Flux's own host and that of a game; what either makes of an address that leads nowhere is 404. */
describe.each([
  ['Flux', () => undefined],
  ['a game', () => ({ host: `${newId()}.${new URL(server.context.config.publicUrl).host}` })],
])('asking %s', (_who, hostOf) => {
  const ask = (target: string, more: Record<string, string | string[]> = {}) =>
    request(server, target, { headers: { accept: '*/*', ...hostOf(), ...more } });

  test('an address may be so long and no longer', async () => {
    const target = (length: number) => `/nothing?${'a&'.repeat(length)}`.slice(0, length);
    expect((await ask(target(maxHeaderLength))).status).toBe(404);
    const refused = await ask(target(maxHeaderLength + 1));
    expect([refused.status, refused.headers.connection, refused.text()]).toEqual([
      414,
      'close',
      'The address is longer than the 8192 characters that are read of it.\n',
    ]);
  });

  test.each(['accept-encoding', 'if-none-match', 'referer', 'x-anything'])(
    'a header may be so long and no longer, in one line or in many: %s',
    async (name) => {
      const ofLength = (length: number) => ({ [name]: 'x,'.repeat(length).slice(0, length) });
      expect((await ask('/nothing', ofLength(maxHeaderLength))).status).toBe(404);
      const refused = await ask('/nothing', ofLength(maxHeaderLength + 1));
      expect([refused.status, refused.headers['content-security-policy']]).toEqual([
        431,
        "default-src 'none'; frame-ancestors 'none'",
      ]);
      expect(refused.text()).toContain(`The header ${name} is longer`);
      const lines = Array.from({ length: 3 }, () => 'x'.repeat(maxHeaderLength / 2));
      // Of a Referer only the first line is read.
      expect((await ask('/nothing', { [name]: lines })).status).toBe(name === 'referer' ? 404 : 431);
    },
  );

  test('cookies may be as long as all that a neighbour can plant, but not any number of them', async () => {
    expect((await ask('/nothing', { cookie: `a=${'x'.repeat(100_000)}` })).status).toBe(404);
    const pairs = (count: number) => Array.from({ length: count }, (_, at) => `name${at}=1`).join('; ');
    expect((await ask('/nothing', { cookie: pairs(maxCookies) })).status).toBe(404);
    const refused = await ask('/nothing', { cookie: pairs(maxCookies + 1) });
    expect([refused.status, refused.headers['clear-site-data']]).toEqual([431, '"cookies"']);
    expect(refused.text()).toContain('Continue to Flux');
  });
});
