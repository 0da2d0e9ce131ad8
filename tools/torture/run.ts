import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectFolder } from '../../src/server/project-folder.ts';
import { longTrials, type Plan, readPlan } from './plan.ts';

/** `npm run torture`: every long trial, one after another; ends with 1 if one of them found a violation. */
let plan: Plan;
try {
  plan = readPlan(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function run(args: string[], rounds: number): Promise<boolean> {
  const env = {
    ...process.env,
    TORTURE: '1',
    TEST_SEED: String(plan.seed),
    TORTURE_ROUNDS: String(rounds),
  };
  const child = spawn(process.execPath, args, { cwd: projectFolder, env, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  return code === 0;
}

const results: string[] = [];
for (const name of plan.names) {
  const trial = longTrials[name];
  if (!trial) continue;
  const rounds = trial.rounds === undefined ? 1 : (plan.rounds ?? trial.rounds);
  console.log(`\n── ${name}: ${trial.does}`);
  const startedAt = performance.now();
  let isKept = true;
  if (trial.program) isKept = await run(trial.program(plan.seed, rounds).map(pathOfProgram), rounds);
  const runs = trial.isRepeated ? rounds : 1;
  for (let count = 0; trial.tests && isKept && count < runs; count += 1)
    isKept = await run([join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...trial.tests], rounds);
  if (trial.journeys && isKept)
    isKept = await run(
      [join('node_modules', '@playwright', 'test', 'cli.js'), 'test', ...trial.journeys],
      rounds,
    );
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const count = trial.rounds === undefined ? '' : `, ${rounds} rounds`;
  results.push(`${name}: ${isKept ? 'ok' : 'VIOLATED'} (${seconds} s${count})`);
  if (!isKept) process.exitCode = 1;
}
console.log(`\nSeed ${plan.seed}\n${results.join('\n')}`);

/** The program is the first argument. */
function pathOfProgram(argument: string, index: number): string {
  return index === 0 ? join('tools', 'torture', argument) : argument;
}
