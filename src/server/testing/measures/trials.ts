/**
 * How far the randomized tests go: `slice` in `npm test`, `full` in `npm run torture`, which sets TORTURE.
 * Every test and program reads its number here.
 */
const trials = {
  /** Orders of one subscription's events. */
  orders: { slice: 100, full: 1_000 },
  /** Times that a server or its database is killed. */
  crashes: { slice: 5, full: 1_000 },
  /** Mutated archives. */
  archives: { slice: 300, full: 20_000 },
  /** Every n-th text for each field of the API, another part for each seed. */
  textFields: { slice: 16, full: 1 },
  /** Every n-th combination of a build with a theme or browser, another part for each seed. */
  combinations: { slice: 3, full: 1 },
  /** Repetitions of requests that race each other. */
  races: { slice: 5, full: 100 },
  /** Runs of the tests that move files, fill disks and kill processes. */
  storage: { slice: 1, full: 5 },
  /** Slow connections of each kind. */
  slowPeers: { slice: 60, full: 2_000 },
};
export type Trial = keyof typeof trials;

export const fullCount = (trial: Trial): number => trials[trial].full;

const { TORTURE, TORTURE_ROUNDS, TEST_SEED } = process.env;

export const isTorture = TORTURE === '1';

/** `npm test` chooses another seed for each run and prints it. */
export const testSeed = Number(TEST_SEED ?? 1);

/** Numbers for the trial in this run. */
export function countOf(trial: Trial): number {
  if (!isTorture) return trials[trial].slice;
  return TORTURE_ROUNDS ? Number(TORTURE_ROUNDS) : trials[trial].full;
}

/** A slice always starts from the same seed, so that it fails only after a change. */
export const seedOf = (sliceSeed: number): number => (isTorture ? testSeed : sliceSeed);

/** The part of all combinations that this run tries, at least one. */
export function chooseCombinations<T>(all: readonly T[], seed = testSeed): T[] {
  const nth = Math.min(countOf('combinations'), all.length);
  return all.filter((_, index) => index % nth === seed % nth);
}
