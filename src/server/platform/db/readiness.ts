import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Works with a database by a connection of its own, as its superuser. */
export async function withClient<T>(socketDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    host: socketDir,
    user: 'postgres',
    database: 'postgres',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Who waits for a database. */
export interface Patience {
  /** Told once where it recovers for longer than a usual start takes. */
  tell: (sentence: string) => void;
  /** Throws when nobody waits for a database any more that is starting. */
  check?: () => void;
}

interface Wait extends Patience {
  /** The socket's folder for as long as the database's process lives, else null. */
  find: () => Promise<string | null>;
  limitMs?: number;
  tellAfterMs?: number;
}

export const usualLimitMs = 60_000;

/**
 * Asks a database until it answers. One that says that it is starting is not late, however long it takes: after a crash
 * it reads its log of changes first, and ending it then would only make it begin anew.
 */
export async function untilAnswering(wait: Wait): Promise<'ready' | 'gone' | 'late'> {
  const { find, tell, check, limitMs = usualLimitMs, tellAfterMs = 5_000 } = wait;
  const began = Date.now();
  let deadline = began + limitMs;
  let told = false;
  for (;;) {
    const socketDir = await find();
    if (socketDir === null) return 'gone';
    const answer = await ask(socketDir);
    if (answer === 'yes') return 'ready';
    if (answer === 'starting') {
      check?.();
      deadline = Date.now() + limitMs;
      if (!told && Date.now() - began >= tellAfterMs) {
        told = true;
        tell(
          'The embedded database recovers from a crash or a power cut. Flux starts as soon as it is done.',
        );
      }
    }
    if (Date.now() > deadline) return 'late';
    await sleep(told ? 1_000 : 25);
  }
}

async function ask(socketDir: string): Promise<'yes' | 'starting' | 'no'> {
  try {
    await withClient(socketDir, async () => {});
    return 'yes';
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    // One that is shutting down has the same code. Somebody who is still connected may hold that up for ever.
    return code === '57P03' && !message?.includes('shutting down') ? 'starting' : 'no';
  }
}
