import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** The SHA-256 of a response in hexadecimal, read at once or with pauses. */
export async function readHash(url: string, isSlow: boolean): Promise<string> {
  const { body } = await fetch(url);
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of body ?? []) {
    hash.update(chunk);
    bytes += chunk.length;
    if (isSlow && bytes % 16 === 0) await sleep(1);
  }
  return hash.digest('hex');
}
