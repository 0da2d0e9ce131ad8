import { defineConfig } from 'vitest/config';

const crashes = 'torture/crash/crashes.test.ts';

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
          exclude: [crashes],
          globalSetup: ['src/server/testing/global-setup.ts'],
          // Many tests wait for a process or a clock: three at a time keep two cores busy.
          maxWorkers: 3,
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
