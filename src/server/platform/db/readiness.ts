import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Runs work with its own superuser connection. */
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

/** Callbacks of a caller that waits for a database. */
export interface WaitOptions {
  /** Called once if a recovery takes longer than a usual start. */
  onSlow: (sentence: string) => void;
  /** Throws to stop waiting. */
  check?: () => void;
}

interface Wait extends WaitOptions {
  /** The socket's folder while the database process runs, else null. */
  find: () => Promise<string | null>;
  limitMs?: number;
  slowAfterMs?: number;
}

export const defaultLimitMs = 60_000;

/**
 * Connects until the database responds. A starting database has no time limit: after a crash it replays its log
 * first, and a restart would only repeat that.
 */
export async function waitUntilReady(wait: Wait): Promise<'ready' | 'gone' | 'late'> {
  const { find, onSlow, check, limitMs = defaultLimitMs, slowAfterMs = 5_000 } = wait;
  const began = Date.now();
  let deadline = began + limitMs;
  let reported = false;
  for (;;) {
    const socketDir = await find();
    if (socketDir === null) return 'gone';
    const answer = await tryConnect(socketDir);
    if (answer === 'yes') return 'ready';
    if (answer === 'starting') {
      check?.();
      deadline = Date.now() + limitMs;
      if (!reported && Date.now() - began >= slowAfterMs) {
        reported = true;
        onSlow(
          'The embedded database recovers from a crash or a power cut. Flux starts as soon as it is done.',
        );
      }
    }
    if (Date.now() > deadline) return 'late';
    await sleep(reported ? 1_000 : 25);
  }
}

async function tryConnect(socketDir: string): Promise<'yes' | 'starting' | 'no'> {
  try {
    await withClient(socketDir, async () => {});
    return 'yes';
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    // A database that shuts down has the same code. Open connections may delay it indefinitely.
    return code === '57P03' && !message?.includes('shutting down') ? 'starting' : 'no';
  }
}
