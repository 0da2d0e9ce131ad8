import * as z from 'zod/mini';
import { defineEndpoint, isoDate } from '../contract/contract.ts';

/** Period of the sums of costs and savings in days, including today. */
export const backgroundWorkDays = 30;

const workSchema = z.strictObject({
  /** Queued work, including retries: jobs, or applications for deltas. */
  waiting: z.int(),
  /** Running jobs, as counted a few seconds ago. */
  running: z.int(),
  /** Sums of the last 30 days, in UTC: CPU seconds, created files, and kept files. */
  cpuSeconds: z.number(),
  tried: z.int(),
  kept: z.int(),
  /** Bytes that players did not have to download in this period. */
  bytesSaved: z.int(),
});

const failureSchema = z.strictObject({
  work: z.enum(['compression', 'deltas']),
  /** Null if it may concern many applications. */
  application: z.nullable(z.strictObject({ id: z.string(), name: z.string() })),
  /** Number of attempts. */
  tries: z.int(),
  /** The error message. */
  problem: z.string(),
  nextTryAt: isoDate,
});

export const backgroundWorkSchema = z.strictObject({
  compression: workSchema,
  deltas: workSchema,
  /** At most 20 of each, ordered by the time of the next attempt. */
  failures: z.array(failureSchema),
});
export type BackgroundWork = z.output<typeof backgroundWorkSchema>;
export type WorkFailure = BackgroundWork['failures'][number];

export const getBackgroundWork = defineEndpoint({
  method: 'GET',
  path: '/api/admin/background-work',
  summary:
    'What the compression of files and the making of deltas cost and saved in the last 30 days, what waits, and what failed and is tried again',
  access: 'admin',
  output: backgroundWorkSchema,
});
