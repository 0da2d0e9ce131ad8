import { FluxError } from '#shared/contract/errors.ts';
import { BlobStoreError, type BlobStoreReason } from '../blob-store.ts';

/** The common fields of SDK errors. */
export interface Failure {
  /** HTTP status of the response; null without one. */
  status: number | null;
  /**
   * The code of the system (`ECONNRESET`), of Node (`ERR_TLS_…`), of `Outbound` or of the provider
   * (`ContainerNotFound`).
   */
  code: string;
}

/** Network errors, possibly transient. */
const transientCodes = new Set([
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
 * The response is no valid HTTP. After OpenStack Swift's response to a HEAD of a missing object, the next response on
 * the connection starts with the rest of an invalid body.
 */
const isGarbled = (code: string) => code.startsWith('HPE_');

/** Whether a retry of the same request may succeed. */
export function isTransient({ status, code }: Failure): boolean {
  if (status === null) return transientCodes.has(code) || isGarbled(code);
  return status === 408 || status === 429 || (status >= 500 && status !== 501 && status !== 507);
}

const reasons: Record<string, BlobStoreReason> = {
  ENOTFOUND: 'name_not_found',
  ECONNREFUSED: 'port_closed',
  ERR_OUTBOUND_REFUSED: 'not_allowed',
};

/** The error for callers of a BlobStore. Only the driver knows what was missing. */
export function asProblem(error: unknown, failure: Failure): Error {
  if (error instanceof FluxError) return error;
  const { status, code } = failure;
  if (status === 507 || status === 413) return new FluxError('storage_full', undefined, { cause: error });
  if (status === 401 || status === 403) return new BlobStoreError('denied', error);
  const isAway =
    status === null ? transientCodes.has(code) || unreachableCode.test(code) : isTransient(failure);
  return new BlobStoreError(isAway ? 'unreachable' : 'broken', error, reasons[code] ?? null);
}
