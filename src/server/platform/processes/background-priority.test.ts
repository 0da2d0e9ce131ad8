import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const module = fileURLToPath(new URL('background-priority.ts', import.meta.url));
const poolSize = 3;

/** In its own process: raised niceness cannot be lowered again. */
async function nicenessAfterwards(
  before = '',
): Promise<{ count: number; threads: [name: string, steps: number][] }> {
  const script = `
    import { readdirSync, readFileSync } from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    import os, { getPriority } from 'node:os';
    ${before}
    const { lowerThreadPoolPriority, setBackgroundNiceness } = await import(${JSON.stringify(module)});
    setBackgroundNiceness(10);
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
  'the pool’s threads get a lower priority, and no other thread does',
  async () => {
    const { count, threads } = await nicenessAfterwards();
    expect(count).toBe(poolSize);
    const lower = threads.filter(([, steps]) => steps > 0).map(([name]) => name);
    expect(lower).toEqual(Array.from({ length: poolSize }, () => 'libuv-worker'));
    expect(threads.length).toBeGreaterThan(poolSize);
  },
);

test.runIf(process.platform === 'linux')('in a sandbox that forbids it, nothing happens', async () => {
  const refusing = `os.setPriority = () => { throw new Error('EPERM'); }; syncBuiltinESMExports();`;
  const { count, threads } = await nicenessAfterwards(refusing);
  expect(count).toBe(0);
  expect(threads.filter(([, steps]) => steps > 0)).toEqual([]);
});

test('a process without a waiting user is lowered twice as far, up to 19', async () => {
  const niceness = async (steps: number) => {
    const script = `
      import { spawn } from 'node:child_process';
      import { getPriority } from 'node:os';
      const { lowerPriority, setBackgroundNiceness } = await import(${JSON.stringify(module)});
      const children = [1, 2].map(() => spawn('sleep', ['60']));
      setBackgroundNiceness(${steps});
      children.forEach((child, index) => lowerPriority(child.pid, index + 1));
      console.log(JSON.stringify(children.map((child) => getPriority(child.pid) - getPriority())));
      for (const child of children) child.kill();
    `;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    return JSON.parse(stdout);
  };
  expect(await niceness(0)).toEqual([0, 0]);
  expect(await niceness(7)).toEqual([7, 14]);
  expect(await niceness(15)).toEqual([15, 19]);
});
