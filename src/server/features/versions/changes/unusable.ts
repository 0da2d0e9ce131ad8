import { FluxError } from '#shared/errors.ts';

/** Whoever sent the changes sends the whole build then. @param why for those who write a client */
export function unusable(why: string, cause?: unknown): FluxError {
  return new FluxError('changes_unusable', undefined, { details: [why], cause });
}
