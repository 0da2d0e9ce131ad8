import { ConfigError } from '../config/config.ts';
import { sourceStack } from '../platform/telemetry/source-stack.ts';

/** Why Flux cannot start, as a sentence for the operator. It ends the process without a stack trace. */
export class StartFailure extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StartFailure';
  }
}

/** The output of a failed start; only an unexpected error has a stack trace. */
export function describeFailure(error: unknown): string {
  if (error instanceof StartFailure || error instanceof ConfigError) return error.message;
  return `Flux could not start, for a reason that it did not expect:\n${sourceStack((error instanceof Error && error.stack) || String(error))}`;
}

const reasons: Record<string, string> = {
  EACCES: 'permission was denied',
  EPERM: 'permission was denied',
  EROFS: 'the file system is read-only',
  ENOENT: 'it cannot be made there',
  ENOTDIR: 'there is a file where a folder is expected',
  EEXIST: 'there is a file where a folder is expected',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
};

/** The operating system's reason in words. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return reasons[code ?? ''] ?? message;
}
