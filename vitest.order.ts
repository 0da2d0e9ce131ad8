import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * How many files Node and Chromium each run at a time: many of them wait for a process, a clock or an animation, so two cores
 * take six. Vitest runs projects side by side only if they have the same number.
 */
export const workersAtATime = 3;

/**
 * Test files that wait long for processes, timeouts or other servers. They start first, because the rest of the suite
 * fills the time that they wait. Sorted by duration, longest first.
 */
export const longFiles = [
  'src/web/layout-shift.browser.test.tsx',
  'src/server/process.test.ts',
  'src/server/platform/blobs/s3/s3-faults.test.ts',
  'src/server/platform/blobs/azure/azure-faults.test.ts',
  'src/server/platform/blobs/google/google-faults.test.ts',
  'src/server/lifecycle/cluster/cluster.test.ts',
  'src/server/features/storage/moving/moving.test.ts',
  'src/server/testing/journeys/disk-full-background.test.ts',
  'src/server/testing/guarding/text-fields.test.ts',
  'src/server/features/apps/events/events.test.ts',
  'src/server/features/storage/compression/killed.test.ts',
  'src/server/platform/jobs/jobs.test.ts',
];

/** Starts the long files first, and all others in Vitest's order: by their last duration, or else by their size. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const root = this.ctx.config.root;
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = longFiles.indexOf(relative(root, moduleId));
      return rank === -1 ? longFiles.length : rank;
    };
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    // The sort is stable.
    return (await super.sort(files)).sort((a, b) => groupOf(a) - groupOf(b) || rankOf(a) - rankOf(b));
  }
}
