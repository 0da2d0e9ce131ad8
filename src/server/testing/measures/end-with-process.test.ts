import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

const module = join(import.meta.dirname, 'end-with-process.ts');
const start = `
  import { spawn } from 'node:child_process';
  import { endWithProcess } from ${JSON.stringify(module)};
  const other = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  const release = endWithProcess(other.pid, process.env.FOLDER);
  if (process.env.RELEASE) release();
  console.log(other.pid);
  setInterval(() => {}, 1_000);`;

/** A process that has another end with it, killed without notice. @returns the id of the other */
async function killGuarded(env: Record<string, string>): Promise<number> {
  const killed = spawn(process.execPath, ['--input-type=module-typescript', '-e', start], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [written] = await once(killed.stdout, 'data');
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  return Number(written);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a guarded process ends with a killed one, and its folder is deleted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flux-guarded-'));
  const pid = await killGuarded({ FOLDER: folder });
  await expect.poll(() => isRunning(pid)).toBe(false);
  await expect.poll(() => existsSync(folder)).toBe(false);
});

test('a process whose guard has ended stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flux-guarded-'));
  const pid = await killGuarded({ FOLDER: folder, RELEASE: '1' });
  // A guard would act at once.
  await sleep(500);
  expect([isRunning(pid), existsSync(folder)]).toEqual([true, true]);
  process.kill(pid);
  await rm(folder, { recursive: true });
});
