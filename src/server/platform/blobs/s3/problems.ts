import { S3ServiceException } from '@aws-sdk/client-s3';
import { FluxError } from '#shared/errors.ts';
import { BlobStoreError, type BlobStoreProblem } from '../blob-store.ts';

const full = new Set([
  'EntityTooLarge',
  'InsufficientCapacity',
  'InsufficientStorage',
  'QuotaExceeded',
  'XMinioAdminBucketQuotaExceeded',
  'XMinioStorageFull',
]);

const problems: Record<string, BlobStoreProblem> = {
  AccessDenied: 'denied',
  AllAccessDisabled: 'denied',
  AccountProblem: 'denied',
  ExpiredToken: 'denied',
  InvalidAccessKeyId: 'denied',
  InvalidToken: 'denied',
  NotSignedUp: 'denied',
  RequestTimeTooSkewed: 'denied',
  SignatureDoesNotMatch: 'denied',
  // The bucket is in another region than the one that was named, which is not there for whoever asks in this one.
  AuthorizationHeaderMalformed: 'missing',
  IllegalLocationConstraintException: 'missing',
  InvalidBucketName: 'missing',
  NoSuchBucket: 'missing',
  PermanentRedirect: 'missing',
};

/** Does what asks the provider; what it throws then is of the errors of a BlobStore. */
export async function asking<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asProblem(error);
  }
}

/**
 * The SDK takes every answer for one of S3 that says that all is well; only S3's have an ETag.
 * @throws BlobStoreError `broken`
 */
export function etagOf({ ETag }: { ETag?: string | undefined }): string {
  if (ETag) return ETag;
  throw new BlobStoreError('broken', new Error('The answer has no ETag.'));
}

export function isNotFound(error: unknown): boolean {
  const cause = error instanceof BlobStoreError ? error.cause : error;
  return cause instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(cause.name);
}

/** The provider knows the upload no more: it was finished or given up. */
export function isNoSuchUpload(error: unknown): boolean {
  return (
    error instanceof BlobStoreError && error.cause instanceof Error && error.cause.name === 'NoSuchUpload'
  );
}

export function asProblem(error: unknown): Error {
  if (error instanceof FluxError) return error;
  if (!(error instanceof S3ServiceException)) return new BlobStoreError(ofConnection(error), error);
  const status = error.$metadata.httpStatusCode ?? 0;
  if (full.has(error.name) || status === 507 || status === 413)
    return new FluxError('storage_full', undefined, { cause: error });
  return new BlobStoreError(problems[error.name] ?? ofStatus(status), error);
}

function ofStatus(status: number): BlobStoreProblem {
  if (status === 401 || status === 403) return 'denied';
  if (status === 301 || status === 307) return 'missing';
  if (status >= 500 || status === 429 || status === 408) return 'unreachable';
  return 'broken';
}

/** Of what the network threw; an answer that cannot be read, or is not one of HTTP, is broken. */
function ofConnection(error: unknown): BlobStoreProblem {
  const { code, name, $metadata } = (error ?? {}) as {
    code?: unknown;
    name?: unknown;
    $metadata?: { httpStatusCode?: number };
  };
  if (name === 'TimeoutError') return 'unreachable';
  if (typeof code === 'string') return code.startsWith('HPE_') ? 'broken' : 'unreachable';
  return $metadata?.httpStatusCode ? ofStatus($metadata.httpStatusCode) : 'broken';
}
