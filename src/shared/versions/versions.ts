import * as z from 'zod/mini';
import { deviceAccessSchema } from '../apps/player-settings.ts';
import {
  defineEndpoint,
  idSchema,
  isoDate,
  senderFields,
  successSchema,
  textBlock,
} from '../contract/contract.ts';
import { cleanVersionNumber } from './version-number.ts';

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
  /** Set where the build certainly cannot start because of it. */
  stops: z.optional(z.literal(true)),
});
export type BuildWarning = z.output<typeof buildWarningSchema>;

export const pageSizeSchema = z.strictObject({
  width: z.number(),
  height: z.number(),
  /** On phones and tablets it fills the screen instead. */
  fillsPhones: z.boolean(),
});
export type PageSize = z.output<typeof pageSizeSchema>;

const droppedFilesSchema = z.strictObject({
  /** Of a closed list (`junk.ts` and Unity's notes), as `.git`. */
  name: z.string(),
  count: z.int(),
});
export type DroppedFiles = z.output<typeof droppedFilesSchema>;

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
  /** What its code asks players for, as far as that shows; not known of versions that an older Flux inspected. */
  deviceUse: z.optional(z.array(deviceAccessSchema)),
  /** Which page the build brought: one of Unity's stock templates, another, or none. */
  template: z.enum(['default', 'minimal', 'pwa', 'custom', 'none']),
  productName: z.nullable(z.string()),
  companyName: z.nullable(z.string()),
  productVersion: z.nullable(z.string()),
  /** How a loader of 2020.1 or later asks for the framework, where its text tells: what loads it ahead asks likewise. */
  frameworkLoadedBy: z.optional(z.enum(['script', 'fetch'])),
  /** What a page of 2020.1 or later gives `createUnityInstance` beside addresses of parts and names, where all of it was read. */
  options: z.optional(z.record(z.string(), z.unknown())),
  /** What a stock page sets `devicePixelRatio` to on phones and tablets. */
  phonePixelRatio: z.optional(z.number()),
  /** The room that the build's own page takes, in CSS pixels, where it draws its game at a fixed size. */
  pageSize: z.optional(pageSizeSchema),
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
      /** Set where it cannot be decompressed. */
      damaged: z.optional(z.literal(true)),
    }),
  ),
  fileCount: z.int(),
  totalBytes: z.int(),
  /** Junk that was left out, such as `__MACOSX/`. */
  droppedCount: z.int(),
  /** The same by name, the most frequent first. Missing in versions published before it was kept. */
  dropped: z.optional(z.array(droppedFilesSchema)),
  warnings: z.array(buildWarningSchema),
});
export type BuildReport = z.output<typeof buildReportSchema>;

export const firstVersionNumber = '1.0.0';

/**
 * The number of a version that was given none: the highest numeric one plus 0.1, with one decimal. Numeric is
 * what consists of digits and dots, with or without a leading 'v'; its first two parts count: '1.5', 'v1.5' and '1.5.0'
 * are 1.5.
 */
export function nextVersionNumber(taken: readonly string[]): string {
  const values = taken.flatMap((number) => {
    const match = /^v?(\d{1,12}(?:\.\d+)?)(?:\.\d+)*$/i.exec(number);
    return match ? [Number(match[1])] : [];
  });
  return values.length === 0 ? '1.0' : (Math.max(...values) + 0.1).toFixed(1);
}

export const versionFields = {
  /** Blank means the next number. */
  version: z.string().check(
    z.overwrite(cleanVersionNumber),
    z.maxLength(40, 'Please keep the version number under 40 characters'),
    z.refine((value) => value.isWellFormed(), 'Please remove broken characters.'),
  ),
  changelog: textBlock(
    5000,
    'Please keep the changelog under 5,000 characters',
    "Please provide a changelog describing what's new in this version",
  ),
};

/**
 * Whether somebody who may has looked at a version: `pending` waits for the owner or an admin of the organization that
 * asks for approval, `sent-back` was declined with a word why. Neither can be made the active version of an approved
 * application.
 */
export const approvals = ['approved', 'pending', 'sent-back'] as const;
export type Approval = (typeof approvals)[number];

/** What those who may update the app see of one of its versions. */
export const versionSchema = z.strictObject({
  id: z.string(),
  version: z.string(),
  changelog: z.string(),
  fileName: z.string(),
  /** The sha256 of the upload, under which its bytes are kept; null once they were dropped. */
  storageFileName: z.nullable(z.string()),
  /** Bytes. */
  fileSize: z.int(),
  /** Where the upload is downloaded as it came; null once it was dropped, since it was old and not in use. */
  fileUrl: z.nullable(z.string()),
  /** Opens this very version in the player, active or not, for those who may update the app. */
  previewUrl: z.string(),
  /** Null once that person has left; the name says so then. */
  uploadedBy: z.nullable(z.string()),
  uploadedByUsername: z.string(),
  uploadedAt: isoDate,
  isActive: z.boolean(),
  approval: z.enum(approvals),
  /** What whoever sent it back wrote. */
  approvalNote: z.string(),
  /** Codes of the warnings in `build` that stop it from starting; empty where nothing does, or it was activated anyway. */
  heldBack: z.array(z.string()),
  /** Who uploaded it. */
  owner: z.strictObject({ displayName: z.string(), email: z.nullable(z.string()) }),
  build: buildReportSchema,
  can: z.strictObject({ activate: z.boolean(), delete: z.boolean(), approve: z.boolean() }),
});
export type Version = z.output<typeof versionSchema>;

const appParams = z.strictObject({ id: z.string() });
const publishErrors = [
  'app_not_found',
  'forbidden',
  'conflict',
  'build_refused',
  'subscription_required',
  'limit_reached',
  'too_large',
  'upload_not_found',
  'upload_incomplete',
  'changes_unusable',
  'storage_full',
] as const;

export const listVersions = defineEndpoint({
  method: 'GET',
  path: '/api/applications/{id}/versions',
  summary: 'All versions of an application, newest first, for those who may update it',
  access: 'signed-in',
  params: appParams,
  output: z.strictObject({ success: z.literal(true), versions: z.array(versionSchema) }),
  errors: ['app_not_found', 'forbidden'],
});

export const createVersion = defineEndpoint({
  method: 'POST',
  path: '/api/applications/{id}/versions',
  summary:
    'Publishes a build as a new version and makes it the active one: the build as a file, or `uploadId` of a finished resumable upload. A build that cannot start is held back: it is stored, `isActive` is false and `heldBack` has the codes of the warnings that say why. Where the organization asks for approval, what a plain member uploads is kept (`approval` is `pending`, `isActive` false) until it is approved',
  access: 'signed-in',
  params: appParams,
  encoding: 'form',
  files: ['build'],
  body: z.strictObject({
    ...senderFields,
    fileUrl: z.optional(z.unknown()),
    uploadId: z.optional(idSchema),
    version: z._default(versionFields.version, ''),
    changelog: versionFields.changelog,
  }),
  output: z.strictObject({ success: z.literal(true), versionId: z.string(), version: versionSchema }),
  errors: publishErrors,
});

export const createVersionMetadata = defineEndpoint({
  method: 'POST',
  path: '/api/createVersionMetadata',
  summary:
    'The same for a finished resumable upload, whose id is `fileData.storageFileName`; what the server knows by itself is dropped',
  access: 'signed-in',
  body: z.strictObject({
    appId: z.string(),
    versionData: z.strictObject({
      ...senderFields,
      version: z._default(versionFields.version, ''),
      changelog: versionFields.changelog,
    }),
    fileData: z.strictObject({
      storageFileName: idSchema,
      fileName: z.optional(z.unknown()),
      fileSize: z.optional(z.unknown()),
      fileUrl: z.optional(z.unknown()),
    }),
  }),
  output: z.strictObject({
    success: z.literal(true),
    versionId: z.string(),
    isActive: z.boolean(),
    heldBack: versionSchema.shape.heldBack,
  }),
  errors: publishErrors,
});

export const activateVersion = defineEndpoint({
  method: 'POST',
  path: '/api/activateVersion',
  summary:
    'Makes a version the active one; a rollback is the same with an earlier version. One that is held back, since it cannot start, is activated with `anyway: true` alone, and is not held back any more. One that was not approved is for those who may approve it, and is approved with it',
  access: 'signed-in',
  body: z.strictObject({
    appId: z.string(),
    versionId: z.string(),
    /** Activates a version that is held back, too. */
    anyway: z._default(z.boolean(), false),
  }),
  output: successSchema,
  errors: ['app_not_found', 'version_not_found', 'forbidden', 'subscription_required', 'version_held_back'],
});

export const deleteVersion = defineEndpoint({
  method: 'DELETE',
  path: '/api/applications/{id}/versions/{versionId}',
  summary: 'Deletes a version that is not the active one, for good',
  access: 'signed-in',
  params: z.strictObject({ id: z.string(), versionId: z.string() }),
  output: successSchema,
  errors: ['app_not_found', 'version_not_found', 'forbidden', 'subscription_required', 'conflict'],
});

const versionParams = z.strictObject({ id: z.string(), versionId: z.string() });
const decisionErrors = [
  'app_not_found',
  'version_not_found',
  'forbidden',
  'subscription_required',
  'conflict',
] as const;

export const approveVersion = defineEndpoint({
  method: 'POST',
  path: '/api/applications/{id}/versions/{versionId}/approve',
  summary:
    'Approves a version that waits for it and makes it the active one, unless it is held back; an application that was to be public becomes so',
  access: 'signed-in',
  params: versionParams,
  output: successSchema,
  errors: decisionErrors,
});

export const sendBackFields = z.strictObject({
  note: textBlock(1000, 'Please keep the note under 1,000 characters', 'Please write what has to change'),
});

export const sendVersionBack = defineEndpoint({
  method: 'POST',
  path: '/api/applications/{id}/versions/{versionId}/send-back',
  summary: 'Sends a version that waits for approval back to whoever uploaded it, with a word why',
  access: 'signed-in',
  params: versionParams,
  body: sendBackFields,
  output: successSchema,
  errors: decisionErrors,
});

export const deleteActiveVersionMessage =
  'Cannot delete the active version. Roll back to another version first.';
