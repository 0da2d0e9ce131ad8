import { defineConfig } from 'vitest/config';

const crashes = 'torture/crash/crashes.test.ts';
/** What keeps nothing between two files that the next would notice. */
const together = [
  'src/{shared,web}/**/*.test.ts',
  'src/server/features/{accounts,admin,api-docs,apps,billing,orgs,reports,support}/**/*.test.ts',
  'src/server/migrations/**/*.test.ts',
];
const globalSetup = ['src/server/testing/global-setup.ts'];
// Many tests wait for a process or a clock: three at a time keep two cores busy.
const maxWorkers = 3;

export default defineConfig({
  test: {
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 90_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: [
            'src/**/*.test.ts',
            'fixtures/**/*.test.ts',
            'screens/**/*.test.ts',
            'torture/**/*.test.ts',
          ],
          exclude: [crashes, ...together],
          globalSetup,
          maxWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'together',
          include: together,
          globalSetup,
          // One process takes file after file: to load Flux anew for each costs a third of the time.
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
          unstubGlobals: true,
          maxWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'crashes',
          include: [crashes],
          // Alone, after all others: a server that competes with them for two cores is not what is looked at.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
