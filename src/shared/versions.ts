import * as z from 'zod/mini';

/** What a file of a build is for. It names the file's address for delivery, whatever the file is called. */
const fileRoles = [
  'loader',
  'framework',
  'data',
  'wasm',
  'asm',
  'memory',
  'symbols',
  'worker',
  'config',
] as const;
export type FileRole = (typeof fileRoles)[number];

/** Encodings of HTTP (RFC 9110, 8.4) in which a file is kept. */
export const contentEncodings = ['identity', 'gzip', 'zstd', 'br'] as const;
export type ContentEncoding = (typeof contentEncodings)[number];

/** Something worth telling the creator that does not stop the build from being published. */
const buildWarningSchema = z.strictObject({
  code: z.string(),
  /** A sentence that says what was found and what to do. */
  message: z.string(),
});
export type BuildWarning = z.output<typeof buildWarningSchema>;

/** What the inspection of an uploaded build found; kept with the version. Sizes are bytes. */
export const buildReportSchema = z.strictObject({
  /** `part`: a lone part of a Unity build, stored but not playable. */
  kind: z.enum(['unity', 'web', 'html', 'part']),
  /** `UnityLoader` up to 2019, `createUnityInstance` from 2020.1. */
  loader: z.nullable(z.enum(['UnityLoader', 'createUnityInstance'])),
  /** The exact editor version, as '2020.3.20f1', where the data file tells it. */
  unityVersion: z.nullable(z.string()),
  compression: z.enum(['none', 'gzip', 'brotli', 'mixed']),
  decompressionFallback: z.boolean(),
  hashedNames: z.boolean(),
  threads: z.boolean(),
  webXr: z.boolean(),
  webGpu: z.boolean(),
  /** Which page the build brought: one of Unity's stock templates, another, or none. */
  template: z.enum(['default', 'minimal', 'pwa', 'custom', 'none']),
  productName: z.nullable(z.string()),
  companyName: z.nullable(z.string()),
  productVersion: z.nullable(z.string()),
  /** The path of the page that is served at the root; made by Flux where `pageMade`. */
  entry: z.string(),
  pageMade: z.boolean(),
  parts: z.array(
    z.strictObject({
      role: z.enum(fileRoles),
      path: z.string(),
      /** Decompressed. */
      bytes: z.int(),
      /** As uploaded. */
      storedBytes: z.int(),
      encoding: z.enum(contentEncodings),
    }),
  ),
  fileCount: z.int(),
  totalBytes: z.int(),
  /** Junk that was left out, such as `__MACOSX/`. */
  droppedCount: z.int(),
  warnings: z.array(buildWarningSchema),
});
export type BuildReport = z.output<typeof buildReportSchema>;

export const firstVersionNumber = '1.0.0';
