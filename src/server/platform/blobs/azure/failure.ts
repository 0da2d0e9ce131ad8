import { isRestError } from '@azure/storage-blob';
import { BlobStoreError } from '../blob-store.ts';
import { asProblem, type Failure, isTransient } from '../remote/failure.ts';
import { retrying } from '../remote/retry.ts';

/**
 * Runs a request to Azure, retries transient failures and converts errors to those of a BlobStore.
 * @throws BlobStoreError `missing` for a missing container
 */
export async function withFailures<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await retrying(work, (error) => isTransient(failureOf(error)));
  } catch (error) {
    const failure = failureOf(error);
    throw /^Container(NotFound|BeingDeleted|Disabled)$/.test(failure.code)
      ? new BlobStoreError('missing', error)
      : asProblem(error, failure);
  }
}

/** Azure's error code; empty without a response. */
export function refusalOf(error: unknown): string {
  return error instanceof BlobStoreError ? failureOf(error.cause).code : '';
}

/** The object is not there, but its container is. */
export function isNotFound(error: unknown): boolean {
  return (
    error instanceof BlobStoreError && error.problem === 'broken' && failureOf(error.cause).status === 404
  );
}

function failureOf(error: unknown): Failure {
  if (!isRestError(error)) {
    const { code } = (error ?? {}) as { code?: unknown };
    return { status: null, code: typeof code === 'string' ? code : '' };
  }
  // An answer to HEAD has no body: then the reason is in a header.
  const code = error.response?.headers.get('x-ms-error-code') ?? error.code ?? '';
  return { status: error.statusCode ?? null, code };
}
