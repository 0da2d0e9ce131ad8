import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ProcessEnd, runSandboxedProcess, type SandboxedProcessOptions } from './sandboxed-process.ts';

let folder: string;
let messages: unknown[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flux-process-'));
  messages = [];
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs `source` as the module; in it `request` is the request and `say` sends a message. */
async function run(source: string, options: Partial<SandboxedProcessOptions> = {}): Promise<ProcessEnd> {
  const module = join(folder, 'child.mjs');
  await writeFile(
    module,
    `process.once('message', async (request) => {
      const say = (message) => new Promise((resolve) => process.send(message, resolve));
      ${source}
    });`,
  );
  return runSandboxedProcess({
    module,
    request: { word: 'hello' },
    folder: join(folder, 'own'),
    onMessage: (message) => messages.push(message),
    maxSeconds: 20,
    maxHeapMegabytes: 64,
    ...options,
  });
}

test('the process gets the request, sends messages in order, and reports its end', async () => {
  const end = await run(`for (const at of [1, 2, 3]) await say({ at, ...request }); process.exit(0);`);
  expect(messages).toEqual([1, 2, 3].map((at) => ({ at, word: 'hello' })));
  expect(end).toMatchObject({ code: 0, signal: null, stoppedBy: null });
});

test("the server's environment stays with the server", async () => {
  process.env.FLUX_TEST_SECRET = 'secret';
  await run(`await say(Object.keys(process.env)); process.exit(0);`);
  delete process.env.FLUX_TEST_SECRET;
  expect(messages[0]).not.toContain('FLUX_TEST_SECRET');
  expect(messages[0]).not.toContain('PATH');
});

test('it can write only in its own folder, and start no process', async () => {
  await mkdir(join(folder, 'own'));
  await run(`
    const { writeFileSync } = await import('node:fs');
    const { spawnSync } = await import('node:child_process');
    const attempt = (work) => { try { work(); return 'done'; } catch (error) { return error.code; } };
    await say([
      attempt(() => writeFileSync(${JSON.stringify(join(folder, 'own', 'a'))}, '')),
      attempt(() => writeFileSync(${JSON.stringify(join(folder, 'b'))}, '')),
      attempt(() => spawnSync('true')),
    ]);
    process.exit(0);
  `);
  expect(messages).toEqual([['done', 'ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED']]);
});

test('an uncaught error ends only the process, with its last output', async () => {
  const end = await run(`setTimeout(() => { throw new Error('out of a callback'); });`);
  expect(end.code).toBe(1);
  expect(end.lastWords).toContain('out of a callback');
});

test('a signal is distinguished from an exit', async () => {
  expect(await run(`process.kill(process.pid, 'SIGSEGV');`)).toMatchObject({ signal: 'SIGSEGV', code: null });
});

test('an unbounded heap kills the process, not the server', async () => {
  const end = await run(`const hoard = []; for (;;) hoard.push(new Array(10000).fill(hoard.length));`);
  expect(end.code === 0).toBe(false);
  expect(end.stoppedBy).toBeNull();
  expect(end.lastWords).toContain('heap');
});

test('a process that hangs is stopped at its time limit', async () => {
  const end = await run(`for (;;);`, { maxSeconds: 0.5 });
  expect(end).toMatchObject({ signal: 'SIGKILL', stoppedBy: 'time' });
});

test('a process is stopped when its work is aborted', async () => {
  const controller = new AbortController();
  const ending = run(`await say('ready'); for (;;);`, {
    signal: controller.signal,
    onMessage: () => controller.abort(),
  });
  expect(await ending).toMatchObject({ signal: 'SIGKILL', stoppedBy: 'abort' });
});

test('work aborted before its start ends as well', async () => {
  const end = await run(`for (;;);`, { signal: AbortSignal.abort() });
  expect(end.stoppedBy).toBe('abort');
});
