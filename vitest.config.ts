import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'fixtures/**/*.test.ts', 'torture/**/*.test.ts'],
    globalSetup: ['src/server/testing/global-setup.ts'],
    pool: 'forks',
    // Many tests wait for a process or a clock: three at a time keep two cores busy.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 90_000,
  },
});
