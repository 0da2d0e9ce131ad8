import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Figure, figure } from './figures.ts';
import { keepFigures } from './results.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flux-results-'));
  file = join(folder, 'results.json');
});

afterEach(() => rm(folder, { recursive: true }));

const kept = async (): Promise<(Figure & { part?: string; at?: string; quick?: boolean })[]> =>
  JSON.parse(await readFile(file, 'utf8'));
const valuesOf = async () =>
  Object.fromEntries((await kept()).map(({ part, name, value }) => [`${part}: ${name}`, value]));
const seconds = (name: string, value: number) => figure(name, value, 's', { atMost: 1 });

test('a partial run replaces all figures of that part and keeps all others', async () => {
  await keepFigures(file, 'serving', [seconds('small files', 1)], false);
  await keepFigures(file, 'publish', [seconds('a zip of 99 MB', 2), seconds('gap', 3)], false);
  await keepFigures(file, 'publish', [seconds('a zip of 100 MB', 4), seconds('gap', 5)], false);
  expect(await valuesOf()).toEqual({
    'serving: small files': 1,
    'publish: a zip of 100 MB': 4,
    'publish: gap': 5,
  });
});

test('each figure has its part, its time and whether it is meaningful', async () => {
  await keepFigures(file, 'publish', [figure('gap', 29.7, 'ms', { atMost: 100 }, 'beside')], true);
  const [only] = await kept();
  expect(only).toEqual({
    name: 'gap',
    value: 29.7,
    unit: 'ms',
    peer: 'beside',
    target: '≤ 100',
    holds: true,
    part: 'publish',
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    quick: true,
  });
});

test('figures without a part, from older files, stay unless measured again', async () => {
  await writeFile(file, JSON.stringify([seconds('gap', 1), seconds('first frame', 2)]));
  await keepFigures(file, 'publish', [seconds('gap', 3)], false);
  expect(await valuesOf()).toEqual({ 'undefined: first frame': 2, 'publish: gap': 3 });
});
