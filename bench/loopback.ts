import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { freePort } from '../src/server/testing/free-port.ts';

const run = promisify(execFile);

/**
 * What this machine's loopback itself carries from one core to another over several connections, in GB/s: iperf3 in C,
 * which sends the same megabyte again and again without copying it (`--zerocopy`, sendfile) and throws away what comes.
 * Nobody who serves real bytes over loopback can be faster.
 */
export async function loopbackRate(
  { sender, receiver }: { sender: string; receiver: string },
  connections: number,
  seconds: number,
): Promise<number> {
  const port = String(await freePort());
  const local = ['-B', '127.0.0.1', '-p', port];
  const server = execFile('taskset', ['-c', receiver, 'iperf3', '-s', '-1', ...local]);
  const ended = once(server, 'exit');
  try {
    const options = ['-t', String(seconds), '-P', String(connections), '-l', '1M', '--zerocopy', '--json'];
    const client = ['-c', sender, 'iperf3', '-c', '127.0.0.1', '-p', port, ...options];
    const { stdout } = await withRetry(() => run('taskset', client, { timeout: (seconds + 20) * 1000 }));
    const rate = Number(JSON.parse(stdout)?.end?.sum_received?.bits_per_second);
    if (!Number.isFinite(rate)) throw new Error(`iperf3 says:\n${stdout}`);
    return rate / 8e9;
  } finally {
    server.kill();
    await ended;
  }
}

/** The receiver needs a moment until it listens. */
async function withRetry<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = 20; ; left -= 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    try {
      return await attempt();
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}
