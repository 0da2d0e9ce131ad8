import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port of loopback that nobody listens on now. It is below those that the system hands out by itself, for
 * connections and to whoever listens on any port, so that nobody gets it before it is used, and above 10080, the last
 * that browsers refuse.
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
