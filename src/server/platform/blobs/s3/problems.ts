import { S3ServiceException } from '@aws-sdk/client-s3';
import { FluxError } from '#shared/contract/errors.ts';
import { BlobStoreError, type BlobStoreProblem } from '../blob-store.ts';
import { asProblem, type Failure, isTransient } from '../remote/failure.ts';
import { retrying } from '../remote/retry.ts';

const full = new Set([
  'EntityTooLarge',
  'InsufficientCapacity',
  'InsufficientStorage',
  'QuotaExceeded',
  'XMinioAdminBucketQuotaExceeded',
  'XMinioStorageFull',
]);

const problems: Record<string, BlobStoreProblem> = {
  ExpiredToken: 'denied',
  InvalidToken: 'denied',
  // The bucket is in another region than configured, so it is missing in this one.
  AuthorizationHeaderMalformed: 'missing',
  IllegalLocationConstraintException: 'missing',
  InvalidBucketName: 'missing',
  NoSuchBucket: 'missing',
  PermanentRedirect: 'missing',
};

/**
 * Runs a request up to four times and converts errors to those of a BlobStore. The SDK's retries are off: they share
 * one budget per client, which a bad minute exhausts.
 */
export async function withFailures<Result>(attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await retrying(attempt, (error) => isTransient(failureOf(error)) || isSkewed(error));
  } catch (error) {
    throw describe(error);
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
  return ['NoSuchKey', 'NotFound'].includes(causeOf(error));
}

/** The provider knows the upload no more: it was finished or given up. */
export function isNoSuchUpload(error: unknown): boolean {
  return causeOf(error) === 'NoSuchUpload';
}

export function isNotImplemented(error: unknown): boolean {
  return ['NotImplemented', 'MethodNotAllowed'].includes(causeOf(error));
}

/** What the provider called it. */
function causeOf(error: unknown): string {
  return error instanceof BlobStoreError ? nameOf(error.cause) : '';
}

function describe(error: unknown): Error {
  const name = nameOf(error);
  if (full.has(name)) return new FluxError('storage_full', undefined, { cause: error });
  const failure = failureOf(error);
  const problem = problems[name] ?? (failure.status === 301 ? 'missing' : undefined);
  return problem ? new BlobStoreError(problem, error) : asProblem(error, failure);
}

function failureOf(error: unknown): Failure {
  if (error instanceof S3ServiceException)
    return { status: error.$metadata.httpStatusCode ?? null, code: error.name };
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (typeof code === 'string') return { status: null, code };
  return { status: null, code: name === 'TimeoutError' ? 'ETIMEDOUT' : '' };
}

/** This machine's clock is wrong. The SDK has learnt by how much from the answer. */
function isSkewed(error: unknown): boolean {
  return ['RequestTimeTooSkewed', 'RequestInTheFuture'].includes(nameOf(error));
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}
