import * as z from 'zod/mini';
import { defineEndpoint, isoDate } from '../contract/contract.ts';

/** What costs and savings are added up over, today included. */
export const backgroundWorkDays = 30;

const workSchema = z.strictObject({
  /** What waits for its turn now, failures that are tried again included: jobs, or applications for deltas. */
  waiting: z.int(),
  /** Jobs that are being done, as they were counted a few seconds ago. */
  running: z.int(),
  /** Of the last 30 days, in UTC: seconds of a processor, files that were made, and of these those worth keeping. */
  cpuSeconds: z.number(),
  tried: z.int(),
  kept: z.int(),
  /** Bytes that players did not have to download in these days since there was this work. */
  bytesSaved: z.int(),
});

const failureSchema = z.strictObject({
  work: z.enum(['compression', 'deltas']),
  /** Null where many applications may have a part in it. */
  application: z.nullable(z.strictObject({ id: z.string(), name: z.string() })),
  /** How often it was tried. */
  tries: z.int(),
  /** In the words of what failed. */
  problem: z.string(),
  nextTryAt: isoDate,
});

export const backgroundWorkSchema = z.strictObject({
  compression: workSchema,
  deltas: workSchema,
  /** At most 20 of each, those first that are tried again next. */
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
