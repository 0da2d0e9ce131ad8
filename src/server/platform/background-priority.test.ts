import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const module = fileURLToPath(new URL('thread-priority.ts', import.meta.url));
const poolSize = 3;

/** In a process of its own: niceness that was raised cannot be taken back. */
async function nicenessAfterwards(
  before = '',
): Promise<{ count: number; threads: [name: string, steps: number][] }> {
  const script = `
    import { readdirSync, readFileSync } from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    import os, { getPriority } from 'node:os';
    ${before}
    const { lowerThreadPoolPriority } = await import(${JSON.stringify(module)});
    const niceness = getPriority();
    const count = await lowerThreadPoolPriority();
    const threads = readdirSync('/proc/self/task').map((thread) => [
      readFileSync('/proc/self/task/' + thread + '/comm', 'utf8').trim(),
      getPriority(Number(thread)) - niceness,
    ]);
    console.log(JSON.stringify({ count, threads }));
  `;
  const env = { ...process.env, UV_THREADPOOL_SIZE: String(poolSize) };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env,
  });
  return JSON.parse(stdout) as { count: number; threads: [string, number][] };
}

test.runIf(process.platform === 'linux')(
  'the threads that files are read in give way, and no other thread of the process does',
  async () => {
    const { count, threads } = await nicenessAfterwards();
    expect(count).toBe(poolSize);
    const lower = threads.filter(([, steps]) => steps > 0).map(([name]) => name);
    expect(lower).toEqual(Array.from({ length: poolSize }, () => 'libuv-worker'));
    expect(threads.length).toBeGreaterThan(poolSize);
  },
);

test.runIf(process.platform === 'linux')('where a sandbox does not allow it, nothing happens', async () => {
  const refusing = `os.setPriority = () => { throw new Error('EPERM'); }; syncBuiltinESMExports();`;
  const { count, threads } = await nicenessAfterwards(refusing);
  expect(count).toBe(0);
  expect(threads.filter(([, steps]) => steps > 0)).toEqual([]);
});
