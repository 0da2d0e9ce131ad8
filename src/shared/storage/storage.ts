import * as z from 'zod/mini';
import { type CallOutput, defineEndpoint, idSchema, isoDate } from '../contract/contract.ts';
import {
  leastMaxFileSize,
  maskedSecretSchema,
  mostMaxFileSize,
  newStorageConfigSchema,
  storageConfigInputSchema,
  storageProviders,
  storageSettingsSchema,
} from './storage-form.ts';

/** The initial configuration of every Flux: files in its own data folder. It cannot be deleted. */
export const builtinStorageId = 'builtinaaaaaaaaaaaaaaaaaaa';

export const maxStorageConfigs = 50;
export const storageTestStatuses = ['success', 'failed', 'untested'] as const;
export type StorageTestStatus = (typeof storageTestStatuses)[number];

export const storageMoveStates = ['running', 'waiting', 'stopped', 'done', 'failed'] as const;

/** Progress of 'Move files here'. `waiting`: it continues by itself, after a failure or a restart. */
export const storageMoveSchema = z.strictObject({
  state: z.enum(storageMoveStates),
  filesDone: z.int(),
  filesTotal: z.int(),
  bytesDone: z.int(),
  bytesTotal: z.int(),
  /** A sentence; null without an error. */
  problem: z.nullable(z.string()),
  startedAt: isoDate,
  updatedAt: isoDate,
});
export type StorageMove = z.output<typeof storageMoveSchema>;

export const storageConfigSchema = z.strictObject({
  _id: z.string(),
  id: z.string(),
  provider: z.enum(storageProviders),
  name: z.string(),
  description: z.string(),
  isActive: z.boolean(),
  testStatus: z.enum(storageTestStatuses),
  /** The failure of the last test, as a sentence. */
  testProblem: z.nullable(z.string()),
  lastTested: z.nullable(isoDate),
  createdAt: isoDate,
  updatedAt: isoDate,
  /** Only the one of the provider is set; the other two are null. */
  aws: z.nullable(
    z.strictObject({
      accessKeyId: z.string(),
      secretAccessKey: maskedSecretSchema,
      region: z.string(),
      bucketName: z.string(),
      endpoint: z.nullable(z.string()),
    }),
  ),
  googleCloud: z.nullable(
    z.strictObject({
      projectId: z.string(),
      keyFilename: z.nullable(z.string()),
      bucketName: z.string(),
      credentials: maskedSecretSchema,
    }),
  ),
  azure: z.nullable(
    z.strictObject({
      connectionString: maskedSecretSchema,
      accountName: z.nullable(z.string()),
      accountKey: maskedSecretSchema,
      containerName: z.string(),
    }),
  ),
  settings: storageSettingsSchema,
  /** Stored files, counting each encoding of a content, and their bytes. */
  files: z.strictObject({ count: z.int(), bytes: z.int() }),
  /** The last 'Move files here' to this configuration; null if there was none. */
  move: z.nullable(storageMoveSchema),
  /** `move`: other configurations have files, and no move is running. */
  can: z.strictObject({
    activate: z.boolean(),
    delete: z.boolean(),
    edit: z.boolean(),
    move: z.boolean(),
  }),
});
export type StorageConfig = z.output<typeof storageConfigSchema>;

export const storageTestSteps = ['write', 'read', 'list', 'delete'] as const;
export type StorageTestStep = (typeof storageTestSteps)[number];

/** The default of `maxFileSize`: the operator may allow less or more than can be set. */
export function settableFileSize(bytes: number): number {
  return Math.min(Math.max(bytes, leastMaxFileSize), mostMaxFileSize);
}

/** Whether a move to it is running, or continues as soon as possible. */
export function isMoving(move: Pick<StorageMove, 'state'> | null): boolean {
  return move?.state === 'running' || move?.state === 'waiting';
}

/** Why a configuration cannot be deleted, as a sentence; null if it can. */
export function deleteProblem({
  id,
  isActive,
  files,
  move,
}: Pick<StorageConfig, 'id' | 'isActive' | 'files'> & {
  move: Pick<StorageMove, 'state'> | null;
}): string | null {
  if (isActive) return 'Cannot delete active config';
  if (id === builtinStorageId) return 'The storage that Flux began with cannot be deleted';
  if (isMoving(move)) return 'Files are on their way there. Stop moving them first.';
  if (files.count === 0) return null;
  const lie = files.count === 1 ? '1 file lies' : `${files.count} files lie`;
  return `${lie} there. Move files to another configuration first, then delete this one.`;
}

const params = z.strictObject({ id: idSchema });
const managed = { access: 'admin' } as const;

export const listStorageConfigs = defineEndpoint({
  ...managed,
  method: 'GET',
  path: '/api/storage/configs',
  summary: `The storage configurations, at most ${maxStorageConfigs}: the active one first, then the newest`,
  output: z.array(storageConfigSchema),
});

export const getActiveStorageConfig = defineEndpoint({
  ...managed,
  method: 'GET',
  path: '/api/storage/config/active',
  summary: 'The configuration that new files go to',
  output: storageConfigSchema,
});

export const getStorageStats = defineEndpoint({
  ...managed,
  method: 'GET',
  path: '/api/storage/stats',
  summary: 'Which configuration is active, how many there are, and how their last tests ended',
  output: z.strictObject({
    activeConfigName: z.string(),
    totalConfigs: z.int(),
    testResults: z.strictObject({ success: z.int(), failed: z.int() }),
  }),
});
export type StorageStats = CallOutput<typeof getStorageStats>;

export const createStorageConfig = defineEndpoint({
  ...managed,
  method: 'POST',
  path: '/api/storage/configs',
  summary:
    'Adds a configuration, untested and not active; settings that are left out have their defaults; needs a fresh sign-in',
  body: newStorageConfigSchema,
  output: storageConfigSchema,
  errors: ['fresh_sign_in_required', 'conflict'],
});

export const updateStorageConfig = defineEndpoint({
  ...managed,
  method: 'PUT',
  path: '/api/storage/configs/{id}',
  summary:
    'Changes a configuration; secrets that are left blank stay. Where it is active or files lie there, another connection is tested first; needs a fresh sign-in',
  params,
  body: storageConfigInputSchema,
  output: storageConfigSchema,
  errors: ['not_found', 'fresh_sign_in_required', 'conflict'],
});

export const deleteStorageConfig = defineEndpoint({
  ...managed,
  method: 'DELETE',
  path: '/api/storage/configs/{id}',
  summary: 'Deletes a configuration that is not active and where no files lie; needs a fresh sign-in',
  params,
  output: z.strictObject({ success: z.literal(true) }),
  errors: ['not_found', 'fresh_sign_in_required', 'conflict'],
});

export const testStorageConfig = defineEndpoint({
  ...managed,
  method: 'POST',
  path: '/api/storage/configs/{id}/test',
  summary: 'Writes a file there, reads a part of it back, lists and deletes it; needs a fresh sign-in',
  params,
  output: z.extend(storageConfigSchema, {
    ok: z.boolean(),
    /** The failure, as a sentence. */
    problem: z.nullable(z.string()),
    /** In this order. Steps after a failed one are skipped, except the deletion of the test file. */
    steps: z.array(z.strictObject({ step: z.enum(storageTestSteps), ok: z.boolean(), ms: z.int() })),
  }),
  errors: ['not_found', 'fresh_sign_in_required'],
});
export type StorageTest = CallOutput<typeof testStorageConfig>;

export const activateStorageConfig = defineEndpoint({
  ...managed,
  method: 'POST',
  path: '/api/storage/configs/{id}/activate',
  summary: 'Tests a configuration and sends new files there from now on; needs a fresh sign-in',
  params,
  output: storageConfigSchema,
  errors: ['not_found', 'fresh_sign_in_required', 'conflict'],
});

export const moveFilesHere = defineEndpoint({
  ...managed,
  method: 'POST',
  path: '/api/storage/configs/{id}/move',
  summary:
    'Begins to move all files that lie elsewhere to this configuration, or goes on with it; needs a fresh sign-in',
  params,
  output: z.strictObject({ move: storageMoveSchema }),
  errors: ['not_found', 'fresh_sign_in_required', 'conflict'],
});

export const stopMove = defineEndpoint({
  ...managed,
  method: 'DELETE',
  path: '/api/storage/configs/{id}/move',
  summary: 'Stops the moving of files to this configuration; what has arrived stays; needs a fresh sign-in',
  params,
  output: z.strictObject({ move: storageMoveSchema }),
  errors: ['not_found', 'fresh_sign_in_required', 'conflict'],
});

/** Files are named by the SHA-256 of their content; encoded ones have their own name. */
const objectKey = /^blobs\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}\.[a-z0-9.]{1,40}$/;

/** The provider's metadata of a file; null for what a provider does not have. */
export const objectMetadataSchema = z.strictObject({
  bucket: z.string(),
  generation: z.nullable(z.string()),
  metageneration: z.nullable(z.string()),
  fullPath: z.string(),
  name: z.string(),
  /** Bytes. */
  size: z.int(),
  timeCreated: z.nullable(isoDate),
  updated: z.nullable(isoDate),
  md5Hash: z.nullable(z.string()),
  cacheControl: z.nullable(z.string()),
  contentDisposition: z.nullable(z.string()),
  contentEncoding: z.nullable(z.string()),
  contentLanguage: z.nullable(z.string()),
  contentType: z.nullable(z.string()),
  customMetadata: z.record(z.string(), z.string()),
});

export const getStorageObject = defineEndpoint({
  ...managed,
  method: 'GET',
  path: '/api/storage/configs/{id}/objects',
  summary: 'What the provider knows of the file under a key',
  params,
  query: z.strictObject({
    key: z.string('Please give the key of a file').check(z.regex(objectKey, 'This is not the key of a file')),
  }),
  output: objectMetadataSchema,
  errors: ['not_found', 'storage_unavailable'],
});
