import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A free port of loopback. It is below the system's ephemeral ports, so that no other process gets it before its use,
 * and above 10080, the last port that browsers refuse.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(10_100, 32_000);
    if (await isFree(port)) return port;
  }
  throw new Error('There is no free port between 10,100 and 32,000.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
