import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { FaultProxy } from './fault-proxy.ts';

let server: Server;
let proxy: FaultProxy;
let heard: string[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => null);
    if (!body) return;
    heard.push(`${request.method} ${request.url} ${body.length}`);
    response.end('0123456789');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy = await FaultProxy.before((server.address() as AddressInfo).port);
});
afterEach(() => {
  proxy.heal();
  heard = [];
});
afterAll(async () => {
  await proxy.close();
  server.closeAllConnections();
  server.close();
});

const ask = (path: string, init: RequestInit = {}) => fetch(`${proxy.url}${path}`, init);
const read = async (path: string) => (await ask(path)).text();

test('all requests are forwarded', async () => {
  const body = Buffer.alloc(1_000_000, 'GET / HTTP/1.1\r\n\r\n');
  expect(await (await ask('/put', { method: 'PUT', body })).text()).toBe('0123456789');
  expect(await read('/get')).toBe('0123456789');
  expect(heard).toEqual(['PUT /put 1000000', 'GET /get 0']);
  expect(proxy.requests.slice(-2)).toEqual(['PUT /put HTTP/1.1', 'GET /get HTTP/1.1']);
});

test('a reset affects a number of matching requests', async () => {
  proxy.fail({ kind: 'reset' }, { requests: 1, when: /^GET \/torn/ });
  expect(await read('/whole')).toBe('0123456789');
  await expect(read('/torn')).rejects.toThrow();
  expect(await read('/torn')).toBe('0123456789');
  expect(heard).toEqual(['GET /whole 0', 'GET /torn 0']);
});

test('a response is cut within its body', async () => {
  proxy.fail({ kind: 'cut', in: 'response', afterBytes: 4 });
  const answer = await ask('/');
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow();
});

test('a request is cut within its body', async () => {
  proxy.fail({ kind: 'cut', in: 'request', afterBytes: 5 });
  await expect(ask('/', { method: 'PUT', body: 'ten bytes!' })).rejects.toThrow();
  expect(heard).toEqual([]);
});

test('one byte of a response is changed', async () => {
  proxy.fail({ kind: 'corrupt', atByte: 4 });
  const answer = await (await ask('/')).arrayBuffer();
  expect(Buffer.from(answer).toString('latin1')).toBe(`0123${String.fromCharCode(0x34 ^ 0xff)}56789`);
});

test('a fixed response replaces the server’s, which gets nothing', async () => {
  proxy.fail({ kind: 'answer', status: '507 Insufficient Storage', body: 'full' });
  const answer = await ask('/', { method: 'PUT', body: Buffer.alloc(3_000_000) });
  expect([answer.status, await answer.text()]).toEqual([507, 'full']);
  expect(heard).toEqual([]);
});

test('silence and a stalled response last until `heal`', async () => {
  proxy.fail({ kind: 'silent' });
  await expect(ask('/', { signal: AbortSignal.timeout(200) })).rejects.toThrow('timeout');
  proxy.fail({ kind: 'stall', in: 'response', afterBytes: 4 });
  const stalled = (await ask('/')).text();
  stalled.catch(() => {});
  proxy.heal();
  await expect(stalled).rejects.toThrow();
  expect(await read('/')).toBe('0123456789');
});

test('a slow connection takes its time', async () => {
  proxy.fail({ kind: 'throttle', bytesPerSecond: 40 });
  const began = performance.now();
  expect(await read('/')).toBe('0123456789');
  expect(performance.now() - began).toBeGreaterThan(200);
});

test('connections are refused, then accepted again on the same port', async () => {
  await proxy.refuse();
  await expect(read('/')).rejects.toThrow();
  await proxy.listen();
  expect(await read('/')).toBe('0123456789');
});
