import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { keptConnection } from '../../testing/http/kept-connection.ts';
import { workersOf } from '../../testing/measures/process-tree.ts';
import { FluxProcess } from '../../testing/servers/flux-process.ts';

let flux: FluxProcess;
const sockets: Socket[] = [];

beforeAll(async () => {
  flux = await FluxProcess.create({ env: { FLUX_PROCESSES: '2' } });
  await flux.start();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => flux.dispose());

/** Ends with the test. */
async function openConnection(): Promise<Socket> {
  const socket = await keptConnection(flux.port);
  sockets.push(socket);
  return socket;
}

test('a stuck process delays no connection', async () => {
  const [stuck = 0] = await workersOf(flux.pid);
  process.kill(stuck, 'SIGSTOP');
  try {
    const all = Promise.all(Array.from({ length: 50 }, openConnection));
    const late = sleep(10_000).then(() => null);
    expect(await Promise.race([all, late])).toHaveLength(50);
  } finally {
    process.kill(stuck, 'SIGCONT');
  }
});

test('concurrent connections are spread over the processes', async () => {
  const kept = await Promise.all(Array.from({ length: 400 }, openConnection));
  const [killed = 0] = await workersOf(flux.pid);
  process.kill(killed, 'SIGKILL');
  const lost = () => kept.filter(({ closed }) => closed).length;
  await vi.waitFor(() => expect(lost()).toBeGreaterThan(0), 60_000);
  await sleep(200);
  expect(lost()).toBeGreaterThan(20);
  expect(lost()).toBeLessThan(380);
});
