import * as z from 'zod/mini';
import { defineEndpoint, isoDate } from '../contract/contract.ts';

/** The address of the tus protocol (1.0.0): POST creates, HEAD returns the offset, PATCH sends, DELETE cancels. */
export const uploadsPath = '/api/uploads';

/**
 * The metadata `target` may announce the purpose of the file: this value for a new application, or the id of
 * the application to update. A user without permission is then refused before sending anything.
 */
export const newApplicationTarget = 'new';

/** Maximum size of one part, so that a broken connection repeats at most one part. */
export const uploadPartBytes = 4 * 1_048_576;

/** Maximum unfinished uploads of one session or token for one application, or for new ones. */
export const maxOpenUploads = 3;
/** Maximum unfinished uploads of one account. */
export const maxUploadsOfAccount = 24;
/** Maximum size of one account's unfinished uploads together, in files of the largest size. */
export const maxReservedFiles = 12;
export const uploadLifetimeHours = 24;

/** The state of an unfinished upload: receiving bytes, publishing or queued for it, or waiting to be resumed. */
const uploadStates = ['sending', 'checking', 'waiting'] as const;
export type UploadState = (typeof uploadStates)[number];

export const uploadSchema = z.strictObject({
  id: z.string(),
  fileName: z.string(),
  /** Total bytes, and received bytes. */
  size: z.int(),
  offset: z.int(),
  state: z.enum(uploadStates),
  /** The announced `target`; null if there was none. */
  target: z.nullable(z.string()),
  /** The name of the target application; null if the viewer may not update it. */
  targetName: z.nullable(z.string()),
  createdAt: isoDate,
  expiresAt: isoDate,
});
export type Upload = z.output<typeof uploadSchema>;

export const listUploads = defineEndpoint({
  method: 'GET',
  path: uploadsPath,
  summary: 'One’s own unfinished uploads',
  access: 'signed-in',
  output: z.array(uploadSchema),
});
