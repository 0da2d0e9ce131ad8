import * as z from 'zod/mini';
import { defineEndpoint, isoDate } from '../contract/contract.ts';

export const usageSchema = z.strictObject({
  storage: z.strictObject({
    /** `totalBytes` as text. */
    totalSize: z.string(),
    /** Actual contents of the stores: each content once, in each of its encodings. */
    totalBytes: z.int(),
    /** Number of files in the stores. */
    fileCount: z.int(),
    /** Number of files of published versions by extension, as `.data`; `other` for names without one. */
    fileTypes: z.record(z.string(), z.int()),
    /** Time of the last write or deletion; null if there was none. */
    lastUpdated: z.nullable(isoDate),
  }),
  auth: z.strictObject({ totalUsers: z.int() }),
  firestore: z.strictObject({
    totalDocuments: z.int(),
    /** Number of rows by collection name. The names are always the same. */
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
  /** At the end of the day, or now; null for days without data. */
  accounts: z.nullable(z.int()),
  applications: z.nullable(z.int()),
  bytesStored: z.nullable(z.int()),
  /** Number of plays on that day. */
  plays: z.int(),
  /** Bytes of games sent on that day, on the wire, without headers. */
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
