import * as z from 'zod/mini';
import { defineEndpoint } from '../contract/contract.ts';
import { zipMethods } from '../files/zip-headers.ts';
import { maxBuildFiles } from './build-file.ts';

/**
 * An upload of changes stands for a whole zip of which it holds only the files that earlier versions of one application
 * lack. It is announced by the metadata `content` of that value and is of use for a version of that application alone:
 * the server makes the zip of it, and everything after that sees the zip.
 *
 * Its bytes are `changesMark`, the length of the list in four bytes (the lowest first), the list as JSON, then the packed
 * bytes of the files that it sends, in the order in which the list has them.
 */
export const changesContent = 'changes';
export const changesMark = 'FLUXCHG1';
export const changesHeadBytes = 12;
export const maxListBytes = 4 * 1_048_576;

const sha256Schema = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'This is not a sha256 in hexadecimal.'));
const uint32 = z.int().check(z.gte(0), z.lte(0xffff_ffff));
const named = { path: z.string().check(z.minLength(1), z.maxLength(2_048)), time: uint32 };

/** A file whose bytes come along, described as a zip does. */
const sentFileSchema = z.strictObject({
  ...named,
  crc32: uint32,
  size: uint32,
  method: z.enum(zipMethods),
  packedSize: uint32,
});

/** A file that an earlier version has. */
const keptFileSchema = z.strictObject({
  ...named,
  /** Of the file as it lies in the archive, of a gzip file as if it was made at 0 (`gzip-time.ts`); hexadecimal. */
  sha256: sha256Schema,
  /** When a gzip file says that it was made; null for what is none. */
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
    /** Places in the list that was sent, counted from 0. */
    known: z.array(z.int()),
  }),
  errors: ['app_not_found', 'forbidden', 'subscription_required'],
});
