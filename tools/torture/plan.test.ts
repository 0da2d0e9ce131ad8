import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '../../src/server/project-folder.ts';
import { longTrials, readPlan } from './plan.ts';

test('without arguments every trial runs in full from seed 1', () => {
  expect(readPlan([])).toEqual({ seed: 1, rounds: null, names: Object.keys(longTrials) });
});

test('seed, rounds and trials can be chosen', () => {
  const args = ['--seed', '7', '--rounds=20', '--only', 'orders,crashes', '--only', 'memory'];
  expect(readPlan(args)).toEqual({ seed: 7, rounds: 20, names: ['orders', 'crashes', 'memory'] });
});

test.each([
  [['--only', 'order'], /^Unknown trial: order. --only takes orders, crashes, /],
  [['--rounds', '0'], '--rounds takes a whole number from 1, not "0".'],
  [['--seed', 'x'], '--seed takes a whole number from 0, not "x".'],
  [['--sead', '1'], "Unknown option '--sead'"],
])('%j is refused with what is accepted', (args, message) => {
  expect(() => readPlan(args)).toThrow(message);
});

test('every program, test file and journey exists', () => {
  const files = Object.values(longTrials).flatMap(({ program, tests = [], journeys = [] }) => [
    ...tests,
    ...journeys,
    ...(program ? [`tools/torture/${program(1, 1)[0]}`] : []),
  ]);
  expect(files.filter((file) => !existsSync(join(projectFolder, file)))).toEqual([]);
});
