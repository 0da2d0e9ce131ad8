import * as z from 'zod/mini';
import { defineEndpoint, isoDate } from '../contract/contract.ts';

/** Where the tus protocol (1.0.0) is spoken: POST creates, HEAD asks the offset, PATCH sends, DELETE gives up. */
export const uploadsPath = '/api/uploads';

/**
 * The announced metadata may name, as `target`, what the file is to become: this for an application, or the id of the
 * application it is a version of. Whoever may not add that is then told before anything is sent.
 */
export const newApplicationTarget = 'new';

/** One part is at most this long, so that a dropped connection sends no more than one part twice. */
export const uploadPartBytes = 4 * 1_048_576;

/** Unfinished uploads of one session or token for one application, or for new ones. */
export const maxOpenUploads = 3;
/** Unfinished uploads of one account. */
export const maxUploadsOfAccount = 24;
/** What the unfinished uploads of one account may take together, in files of the largest size. */
export const maxReservedFiles = 12;
export const uploadLifetimeHours = 24;

/**
 * What is done with an unfinished upload: its bytes arrive, or did a moment ago; it is complete and being published, or in
 * line for that; or it waits for somebody to go on with it.
 */
const uploadStates = ['sending', 'checking', 'waiting'] as const;
export type UploadState = (typeof uploadStates)[number];

export const uploadSchema = z.strictObject({
  id: z.string(),
  fileName: z.string(),
  /** Bytes in all, and bytes that have arrived. */
  size: z.int(),
  offset: z.int(),
  state: z.enum(uploadStates),
  /** What was announced as its `target`; null where that was not said. */
  target: z.nullable(z.string()),
  /** The name of the application that is its target; null where that is none which one may update. */
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
