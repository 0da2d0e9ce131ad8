import * as z from 'zod/mini';
import { defineEndpoint, isoDate } from '../contract/contract.ts';

export const usageSchema = z.strictObject({
  storage: z.strictObject({
    /** `totalBytes` in words. */
    totalSize: z.string(),
    /** What really lies in the stores: each content once, in each of its encodings. */
    totalBytes: z.int(),
    /** Files that lie in the stores. */
    fileCount: z.int(),
    /** How many files of published versions end so; `.data`, and `other` for a name without an ending. */
    fileTypes: z.record(z.string(), z.int()),
    /** When something was last written or deleted there; null where nothing ever was. */
    lastUpdated: z.nullable(isoDate),
  }),
  auth: z.strictObject({ totalUsers: z.int() }),
  firestore: z.strictObject({
    totalDocuments: z.int(),
    /** Rows by the name of the collection, the same names always. */
    collections: z.record(z.string(), z.int()),
  }),
  timestamp: isoDate,
});
export type Usage = z.output<typeof usageSchema>;

export const getUsage = defineEndpoint({
  method: 'GET',
  path: '/api/getFirebaseUsage',
  summary: 'What Flux holds: bytes and files in the stores, accounts, and rows for each collection',
  access: 'admin',
  output: usageSchema,
});

export const usageDaySchema = z.strictObject({
  /** A day in UTC, as in `2026-11-22`. */
  day: z.string(),
  /** At the end of the day, or now; null for days of which Flux does not know it. */
  accounts: z.nullable(z.int()),
  applications: z.nullable(z.int()),
  bytesStored: z.nullable(z.int()),
  /** How often a game was opened on that day. */
  plays: z.int(),
  /** Bytes of games sent on that day, as they went over the wire, without headers. */
  bytesDelivered: z.int(),
});
export type UsageDay = z.output<typeof usageDaySchema>;

export const maxUsageDays = 366;

export const getUsageHistory = defineEndpoint({
  method: 'GET',
  path: '/api/admin/usage-history',
  summary: 'Growth, plays and bytes delivered for each of the last days, today included, the oldest first',
  access: 'admin',
  query: z.strictObject({
    days: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(maxUsageDays)), 30),
  }),
  output: z.strictObject({ days: z.array(usageDaySchema) }),
});
