import { defineConfig } from 'vitest/config';
import { memoryFolder } from './src/server/testing/measures/memory-folder.ts';
import { components } from './vitest.components.ts';
import { LongFilesFirst, workersAtATime } from './vitest.order.ts';

process.env.TMPDIR ??= memoryFolder();

const crashes = 'tools/torture/crash/crashes.test.ts';
/** They look at the process that they run in: what it takes, which files and connections it has open. */
const measured = [
  'src/server/platform/files/sendfile.test.ts',
  'src/server/delivery/bytes/send-many.test.ts',
  'src/server/features/publishing/builds/hostile-archives.test.ts',
  'src/server/testing/journeys/hostile-uploads.test.ts',
];
const globalSetup = ['src/server/testing/servers/global-setup.ts'];
export default defineConfig({
  test: {
    pool: 'forks',
    // For what hangs only: a busy machine may take long.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 120_000 } },
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: [
            'src/**/*.test.ts',
            'tools/scripts/**/*.test.mjs',
            'fixtures/**/*.test.ts',
            'tools/screens/**/*.test.ts',
            'tools/torture/**/*.test.ts',
            'tools/bench/**/*.test.ts',
          ],
          exclude: [crashes, ...measured],
          globalSetup,
          // A process runs one file after another: to load Flux anew for each costs a third of the time. What a file
          // changes of what they share, it gives back.
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
          unstubGlobals: true,
          maxWorkers: workersAtATime,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'measured',
          include: measured,
          globalSetup,
          maxWorkers: workersAtATime,
          sequence: { groupOrder: 0 },
        },
      },
      components,
      {
        extends: true,
        test: {
          name: 'crashes',
          include: [crashes],
          globalSetup: ['src/server/testing/servers/build-for-server.ts'],
          // Alone, after all others: a server that competes with them for two cores is not what is looked at.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
