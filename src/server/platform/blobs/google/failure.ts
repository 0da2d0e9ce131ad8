import { BlobStoreError } from '../blob-store.ts';
import { asProblem, type Failure, isTransient } from '../remote/failure.ts';
import { retrying } from '../remote/retry.ts';

/** Reads what the SDK, the token server or the connection threw. */
function failureOf(error: unknown): Failure {
  const { code, status, response, cause } = fieldsOf(error);
  const answered = [code, status, fieldsOf(response).status].find((found) => isStatus(found));
  if (answered !== undefined) {
    // The token server's error for an unknown or invalid key.
    const refusesKey = Number(answered) === 400 && /invalid_(grant|client)/.test(String(error));
    return { status: refusesKey ? 401 : Number(answered), code: '' };
  }
  // Neither a key nor machine credentials.
  if (hasNoKey(error)) return { status: 401, code: '' };
  if (typeof code === 'string' && /^ERR_OSSL_|^ERR_CRYPTO_/.test(code)) return { status: 401, code };
  if (typeof code === 'string') return { status: null, code };
  return cause === undefined ? { status: null, code: '' } : failureOf(cause);
}

/**
 * Runs a request to Google, retries transient failures and converts errors to those of a BlobStore.
 * @throws BlobStoreError `missing` too; only the caller knows what: see `isMissing`
 */
export async function withFailures<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await retrying(work, transientReasons);
  } catch (error) {
    throw describe(error);
  }
}

export function describe(error: unknown): Error {
  const failure = failureOf(error);
  if (hasNoKey(error)) return new BlobStoreError('denied', error, 'no_key');
  return failure.status === 404 ? new BlobStoreError('missing', error) : asProblem(error, failure);
}

function hasNoKey(error: unknown): boolean {
  return String(error).includes('Could not load the default credentials');
}

export function isUnreachable(error: Error): boolean {
  return error instanceof BlobStoreError && error.problem === 'unreachable';
}

function transientReasons(error: unknown): boolean {
  return isTransient(failureOf(error));
}

export function isMissing(error: unknown): boolean {
  return error instanceof BlobStoreError && error.problem === 'missing';
}

function isStatus(value: unknown): boolean {
  return /^[1-5]\d\d$/.test(String(value));
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null
    ? { ...value, ...('cause' in value && { cause: value.cause }) }
    : {};
}
