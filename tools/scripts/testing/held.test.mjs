import { expect, test } from 'vitest';
import { run } from './held.mjs';

test('output of both kinds is captured and returned with the exit code', async () => {
  const program = "console.log('one'); console.error('two'); process.exitCode = 3;";
  const { code, output } = await run(process.execPath, ['-e', program], { held: true });
  expect(code).toBe(3);
  expect(output.split('\n').sort()).toEqual(['', 'one', 'two']);
});

test('a program that cannot be run, or is killed, has failed', async () => {
  const missing = await run('/no/such/node', ['tsc'], { held: true });
  expect(missing).toMatchObject({ code: 1, output: expect.stringContaining('tsc could not be run') });
  const killed = await run(process.execPath, ['-e', "process.kill(process.pid, 'SIGKILL')"], { held: true });
  expect(killed.code).toBe(1);
});
