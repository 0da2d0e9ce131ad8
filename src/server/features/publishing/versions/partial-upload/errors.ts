import { FluxError } from '#shared/contract/errors.ts';

/** Whoever sent the changes sends the whole build then. @param why for those who write a client */
export function unusableUpload(why: string, cause?: unknown): FluxError {
  return new FluxError('changes_unusable', undefined, { details: [why], cause });
}

/** An earlier file cannot be read as it was kept: it is gone, cut off or damaged, or lies where nobody can reach it. */
export class UnreadableSource extends Error {}
