import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, BlockList, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { LocalLimits } from '../../limits/local-limits.ts';
import { limitConnections, trustedPeers } from './connection-limits.ts';

const opened: { destroy(): void }[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.destroy();
});

async function start(exempt: BlockList, processes = 2) {
  const server = createServer((_request, response) => response.end('here'));
  limitConnections(server, new LocalLimits(), exempt, processes, { maxPerProcess: 5, maxPerAddress: 3 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push({ destroy: () => server.close() });
  return (localAddress = '127.0.0.1') => {
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => {});
    opened.push(socket);
    return socket;
  };
}

/** Whether a request on this connection is answered. */
async function isServed(socket: Socket): Promise<boolean> {
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [null])]);
  return String(answer).startsWith('HTTP/1.1 200');
}

test('one address has so many connections, the next is closed at once, and one that ends makes room', async () => {
  const open = await start(new BlockList());
  const first = open();
  expect([await isServed(first), await isServed(open()), await isServed(open())]).toEqual([true, true, true]);
  expect(await isServed(open())).toBe(false);
  expect(await isServed(open('127.0.0.2'))).toBe(true);
  expect(await isServed(first)).toBe(true);
  first.destroy();
  await sleep(50);
  expect([await isServed(open()), await isServed(open())]).toEqual([true, false]);
});

test('a process takes as many connections as all of them are good for, and the next is closed at once', async () => {
  for (const processes of [1, 2]) {
    const open = await start(trustedPeers([]), processes);
    const first = open();
    expect(await isServed(first)).toBe(true);
    for (let count = 1; count < 5 * processes; count += 1) expect(await isServed(open())).toBe(true);
    expect(await isServed(open())).toBe(false);
    first.destroy();
    await expect.poll(() => isServed(open())).toBe(true);
  }
});

test('a trusted proxy and this machine itself bring as many as they like', async () => {
  const open = await start(trustedPeers([]));
  for (let count = 0; count < 8; count += 1) expect(await isServed(open())).toBe(true);
  const peers = trustedPeers(['10.1.0.0/16', '192.0.2.7', 'fd00::/8']);
  for (const [address, family, exempt] of [
    ['10.1.2.3', 'ipv4', true],
    ['::ffff:10.1.2.3', 'ipv6', true],
    ['192.0.2.7', 'ipv4', true],
    ['fd12::1', 'ipv6', true],
    ['::1', 'ipv6', true],
    ['::ffff:127.0.0.1', 'ipv6', true],
    ['10.2.0.1', 'ipv4', false],
    ['2001:db8::1', 'ipv6', false],
  ] as const)
    expect([address, peers.check(address, family)]).toEqual([address, exempt]);
});
