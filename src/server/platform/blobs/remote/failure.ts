import { FluxError } from '#shared/contract/errors.ts';
import { BlobStoreError, type BlobStoreReason } from '../blob-store.ts';

/** What a provider's SDK tells of something that went wrong. */
export interface Failure {
  /** HTTP status of the answer; null where there was none. */
  status: number | null;
  /** Of the system (`ECONNRESET`), of Node (`ERR_TLS_…`), of `Outbound` or of the provider (`ContainerNotFound`). */
  code: string;
}

/** Between this machine and the provider: gone in a moment, perhaps. */
const passingCodes = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/** There will be no connection either way: no such host, none that Flux may connect to, or one that proves nothing. */
const unreachableCode =
  /^(ENOTFOUND|ERR_OUTBOUND_REFUSED|EPROTO|ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/**
 * What came is no answer of HTTP. After OpenStack Swift's answer to a HEAD for what is not there, the next request on the
 * connection reads the end of a body that such an answer must not have.
 */
const isGarbled = (code: string) => code.startsWith('HPE_');

/** Whether the same request may well do better in a moment. */
export function isPassing({ status, code }: Failure): boolean {
  if (status === null) return passingCodes.has(code) || isGarbled(code);
  return status === 408 || status === 429 || (status >= 500 && status !== 501 && status !== 507);
}

const reasons: Record<string, BlobStoreReason> = {
  ENOTFOUND: 'name_not_found',
  ECONNREFUSED: 'port_closed',
  ERR_OUTBOUND_REFUSED: 'not_allowed',
};

/** What the callers of a BlobStore hear of it. What was not found, and where, only the driver knows. */
export function asProblem(error: unknown, failure: Failure): Error {
  if (error instanceof FluxError) return error;
  const { status, code } = failure;
  if (status === 507 || status === 413) return new FluxError('storage_full', undefined, { cause: error });
  if (status === 401 || status === 403) return new BlobStoreError('denied', error);
  const isAway = status === null ? passingCodes.has(code) || unreachableCode.test(code) : isPassing(failure);
  return new BlobStoreError(isAway ? 'unreachable' : 'broken', error, reasons[code] ?? null);
}
