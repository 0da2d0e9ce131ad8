import type { LookupAddress } from 'node:dns';
import { createServer, get, type IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Outbound, type OutboundOptions } from './outbound.ts';

/** Counts connections to every address of this machine, and responds like a web server. */
let canary: Server;
let port: number;
let knocks = 0;
beforeAll(async () => {
  const server = createServer((_request, response) => response.end('secret'));
  server.on('connection', () => {
    knocks += 1;
  });
  canary = server;
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  port = (canary.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => canary.close(resolve)));

const opened: Outbound[] = [];
afterEach(() => {
  for (const outbound of opened.splice(0)) outbound.close();
  knocks = 0;
});
function guard(options: Partial<OutboundOptions> = {}): Outbound {
  const outbound = new Outbound({ allowed: [], ...options });
  opened.push(outbound);
  return outbound;
}
const answering = (...addresses: string[]) => {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return async (): Promise<LookupAddress[]> => found;
};

/** The result of a request to exactly this host, without any address parser. */
function ask(outbound: Outbound, host: string, secure = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage) => text(response).then(resolve, reject);
    const request = secure
      ? getSecure({ agent: outbound.httpsAgent, host, port }, answered)
      : get({ agent: outbound.httpAgent, host, port }, answered);
    request.on('error', reject);
  });
}

const refused = { code: 'ERR_OUTBOUND_REFUSED', message: 'Flux does not connect to this address.' };

const numbers = [
  ...['127.0.0.1', '127.1.2.3', '127.255.255.254', '0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255'],
  ...['100.64.0.1', '100.127.255.255', '168.63.129.16', '169.254.169.254', '169.254.170.2', '172.16.0.1'],
  ...['172.31.255.255', '192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.0.1', '192.168.255.255'],
  ...['198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.9', '224.0.0.1', '239.255.255.250'],
  ...['240.0.0.1', '255.255.255.255'],
];
const numbers6 = [
  ...['::', '::1', '0:0:0:0:0:0:0:1', '0000:0000:0000:0000:0000:0000:0000:0001', '::127.0.0.1', '::7f00:1'],
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:169.254.169.254', '0:0:0:0:0:ffff:a00:1', '::ffff:0:0'],
  ...['::ffff:0:127.0.0.1', '::ffff:0:a9fe:a9fe', '64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::1'],
  ...['100::1', '2001::1', '2001:0:7f00:1::', '2001:db8::1', '2002:7f00:1::', '2002:a9fe:a9fe::1'],
  ...['2002:c0a8:1::1', '3fff::1', '5f00::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%lo', 'febf::1'],
  ...['fec0::1', 'ff02::1', 'ff0e::1', '4000::1', '::ffff:c0a8:101', '2002:0a00:0001::'],
];
/** Notations that the system's resolver or an address parser converts to one of the above. */
const disguises = [
  ...['127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.0.0.1', '0x7f.1', '0177.0.0.1', '017700000001'],
  ...['127.0.0.01', '0', '0x0', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.254.43518'],
  ...['3232235521', '0xc0a80001', '0300.0250.1', '10.1', '0xA.1', '012.0.0.1', '127.0.0.1.', '0x7f000001.'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'flux.localhost.', 'ｌocalhost', '①②⑦.0.0.1'],
  ...['127。0。0。1', '%31%32%37.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '[::]', '[0:0:0:0:0:ffff:7f00:1]'],
];

test('more than sixty spellings are tested', () => {
  expect(new Set([...numbers, ...numbers6, ...disguises]).size).toBeGreaterThan(90);
});

test.each([...numbers, ...numbers6])('%s is refused, directly and as a resolved name', async (address) => {
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/`;
  expect(() => guard().check(url)).toThrow(expect.objectContaining(refused));
  await expect(ask(guard(), address)).rejects.toMatchObject(refused);
  await expect(ask(guard(), address, true)).rejects.toMatchObject(refused);
  const named = guard({ resolve: answering(address) });
  await expect(ask(named, 'bucket.example.com')).rejects.toMatchObject(refused);
  await expect(ask(named, 'bucket.example.com', true)).rejects.toMatchObject(refused);
  expect(knocks).toBe(0);
});

test.each(disguises)('%s reaches nothing', async (host) => {
  expect(() => guard().check(`https://${host}:${port}/`)).toThrow(expect.objectContaining(refused));
  await expect(ask(guard(), host)).rejects.toThrow();
  expect(knocks).toBe(0);
});

test.each([
  'file:///etc/passwd',
  'ftp://93.184.216.34/',
  'gopher://93.184.216.34/',
  'http+unix://%2Frun%2Fdocker.sock/',
  'data:,x',
  'http://user@93.184.216.34/',
  'http://:password@example.com/',
  '//127.0.0.1/',
  'http://',
  'bucket',
  '',
])('%s is refused as a storage address', (url) => {
  expect(() => guard().check(url)).toThrow(expect.objectContaining(refused));
});

test.each(['8.8.8.8', '93.184.216.34', '[2606:4700::1111]', '[2002:808:808::1]', '[64:ff9b::8.8.8.8]'])(
  'public addresses are allowed: %s',
  (host) => {
    expect(() => guard().check(`https://${host}/`)).not.toThrow();
  },
);

test('this machine’s addresses are refused, in all networks', async () => {
  const { networkInterfaces } = await import('node:os');
  for (const { address } of Object.values(networkInterfaces()).flatMap((found) => found ?? []))
    await expect(ask(guard(), address)).rejects.toMatchObject(refused);
  expect(knocks).toBe(0);
});

test('a name with one internal address among others is refused', async () => {
  const outbound = guard({ resolve: answering('93.184.216.34', '127.0.0.1') });
  await expect(ask(outbound, 'two-faced.example')).rejects.toMatchObject(refused);
  expect(knocks).toBe(0);
});

test('a name is resolved once, and only that address is used', async () => {
  let asked = 0;
  const rebinding = async (): Promise<LookupAddress[]> => {
    asked += 1;
    return [{ address: asked % 2 === 1 ? '192.0.0.8' : '127.0.0.1', family: 4 }];
  };
  // The first address of the name is allowed, so only a second lookup could reach the canary.
  const outbound = guard({ resolve: rebinding, allowed: ['192.0.0.8'], connectMilliseconds: 200 });
  for (let round = 0; round < 6; round += 1)
    await expect(ask(outbound, 'rebinding.example')).rejects.toThrow();
  expect(asked).toBe(6);
  expect(knocks).toBe(0);
});

test('a redirect to an internal address is refused like any other', async () => {
  const follow = async (outbound: Outbound, url: string): Promise<string> => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { agent: outbound.httpAgent }, resolve).on('error', reject);
    });
    const { location } = response.headers;
    response.resume();
    return location === undefined ? text(response) : follow(outbound, location);
  };
  for (const target of [
    `http://127.0.0.2:${port}/`,
    `http://2130706434:${port}/`,
    `http://inner.example:${port}/`,
  ]) {
    const server = createServer((_request, response) => response.writeHead(302, { location: target }).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port: redirecting } = server.address() as AddressInfo;
    const outbound = guard({ allowed: ['127.0.0.1'], resolve: answering('127.0.0.2') });
    await expect(follow(outbound, `http://127.0.0.1:${redirecting}/`)).rejects.toMatchObject(refused);
    server.close();
  }
  expect(knocks).toBe(0);
});

test('a Unix socket is refused', async () => {
  const asking = new Promise((resolve, reject) => {
    get({ agent: guard().httpAgent, socketPath: '/run/docker.sock' }, resolve).on('error', reject);
  });
  await expect(asking).rejects.toMatchObject(refused);
});

test('open and closed ports are refused alike, before a network response', async () => {
  const refusal = (host: string, of: number) =>
    new Promise<unknown>((resolve) => {
      get({ agent: guard().httpAgent, host, port: of }).on('error', resolve);
    });
  // The event loop handles network events after the ticks and promises of this turn.
  const networkTurn = () => new Promise<string>((resolve) => setImmediate(() => resolve('later')));
  const within = (host: string, of: number) => Promise.race([refusal(host, of), networkTurn()]);
  expect(await within('127.0.0.1', port)).toMatchObject(refused);
  expect(await within('127.0.0.1', 1)).toMatchObject(refused);
  expect(await within('10.99.99.99', 443)).toMatchObject(refused);
});

test.each([
  ['an address', ['127.0.0.1'], '127.0.0.1', undefined],
  ['a range', ['127.0.0.0/8'], '127.0.0.1', undefined],
  ['a name', ['Storage.Example.'], 'storage.example', '127.0.0.1'],
  ['the address behind a name', ['127.0.0.0/8'], 'storage.example', '127.0.0.1'],
  ['a name of this machine', ['localhost'], 'localhost', '127.0.0.1'],
])('the operator can allow %s', async (_kind, allowed, host, address) => {
  const outbound = guard({ allowed, ...(address && { resolve: answering(address) }) });
  expect(await ask(outbound, host)).toBe('secret');
  expect(() => outbound.check(`http://${host}/`)).not.toThrow();
});

test('an allowed address allows no other', async () => {
  const outbound = guard({
    allowed: ['127.0.0.2', 'storage.example', '10.0.0.0/8'],
    resolve: answering('127.0.0.1'),
  });
  for (const host of ['127.0.0.1', 'a.storage.example', 'storage.example.com', '::ffff:127.0.0.1'])
    await expect(ask(outbound, host)).rejects.toMatchObject(refused);
  expect(knocks).toBe(0);
});

test('a connection that is not established in time is aborted', async () => {
  // A server that accepts the connection and never starts TLS.
  const mute = createTcpServer();
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const outbound = guard({ allowed: ['127.0.0.1'], connectMilliseconds: 100 });
  const { port: muted } = mute.address() as AddressInfo;
  const asking = new Promise((resolve, reject) => {
    getSecure({ agent: outbound.httpsAgent, host: '127.0.0.1', port: muted }, resolve).on('error', reject);
  });
  await expect(asking).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  mute.close();
});

test('a silent server is aborted, a slow reader is not', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/silent') return response.writeHead(200, { 'content-length': 10 }).write('half ');
    return response.end(Buffer.alloc(8_388_608, 'x'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: slow } = server.address() as AddressInfo;
  const outbound = guard({ allowed: ['127.0.0.1'], silenceMilliseconds: 400 });
  const open = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get({ agent: outbound.httpAgent, host: '127.0.0.1', port: slow, path }, resolve).on('error', reject);
    });
  await expect(text(await open('/silent'))).rejects.toThrow();
  const body = await open('/whole');
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect((await text(body)).length).toBe(8_388_608);
  server.closeAllConnections();
  server.close();
});
