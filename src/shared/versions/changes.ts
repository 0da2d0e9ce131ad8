import * as z from 'zod/mini';
import { defineEndpoint } from '../contract/contract.ts';
import { zipMethods } from '../files/zip-headers.ts';
import { maxBuildFiles } from './build-file.ts';

/**
 * An upload of changes replaces a complete zip: it contains only files that earlier versions of one
 * application lack. The metadata `content` announces it, and it is valid for a version of that application
 * only. The server assembles the zip from it. Format: `changesMark`, the length of the list as a four-byte
 * little-endian integer, the list as JSON, then the compressed bytes of the sent files in list order.
 */
export const changesContent = 'changes';
export const changesMark = 'FLUXCHG1';
export const changesHeadBytes = 12;
export const maxListBytes = 4 * 1_048_576;

const sha256Schema = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'This is not a sha256 in hexadecimal.'));
const uint32 = z.int().check(z.gte(0), z.lte(0xffff_ffff));
const named = { path: z.string().check(z.minLength(1), z.maxLength(2_048)), time: uint32 };

/** A file that is sent, described as in a zip. */
const sentFileSchema = z.strictObject({
  ...named,
  crc32: uint32,
  size: uint32,
  method: z.enum(zipMethods),
  packedSize: uint32,
});

/** A file of an earlier version. */
const keptFileSchema = z.strictObject({
  ...named,
  /**
   * SHA-256 of the file in the archive, hexadecimal. For a gzip file the modification time counts as 0
   * (`gzip-time.ts`).
   */
  sha256: sha256Schema,
  /** The modification time of a gzip file; null for other files. */
  gzipTime: z.nullable(uint32),
});

export const changesListSchema = z.strictObject({
  files: z.array(z.union([sentFileSchema, keptFileSchema])).check(z.minLength(1), z.maxLength(maxBuildFiles)),
});
export type ChangesList = z.output<typeof changesListSchema>;
export type SentFile = z.output<typeof sentFileSchema>;
export type KeptFile = z.output<typeof keptFileSchema>;

export const findKnownFiles = defineEndpoint({
  method: 'POST',
  path: '/api/applications/{id}/known-files',
  summary:
    'Which of these files the versions of an application have, for those who may add one: an upload of changes leaves them out',
  access: 'signed-in',
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ sha256s: z.array(sha256Schema).check(z.maxLength(maxBuildFiles)) }),
  output: z.strictObject({
    /** Indexes in the sent list, from 0. */
    known: z.array(z.int()),
  }),
  errors: ['app_not_found', 'forbidden', 'subscription_required'],
});
