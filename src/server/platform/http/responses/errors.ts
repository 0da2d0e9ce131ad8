import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ErrorBody, type ErrorCode, errorCatalogue, FluxError } from '#shared/contract/errors.ts';
import { isDatabaseUnavailable } from '../../db/unreachable.ts';
import type { Log } from '../../telemetry/log.ts';
import { challengeOf } from '../guards/bearer.ts';

/** An embedded database that ended is commonly back by then. */
const databaseRetrySeconds = 5;

/** A foreign key of PostgreSQL: what a row belongs to was deleted since it was looked at. */
const foreignKeyViolation = '23503';

/** Errors of Fastify, its plugins and the database, by their own codes. */
const foreignCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_input',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_input',
  FST_REQ_FILE_TOO_LARGE: 'too_large',
  FST_FILES_LIMIT: 'invalid_input',
  FST_FIELDS_LIMIT: 'invalid_input',
  FST_PARTS_LIMIT: 'invalid_input',
  FST_ERR_BAD_URL: 'invalid_path',
  [foreignKeyViolation]: 'conflict',
};

/** What is wrong, where the code alone does not say it. */
const foreignMessages: Record<string, string> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty. Expected JSON.',
  FST_FILES_LIMIT: 'This form has too many files.',
  FST_FIELDS_LIMIT: 'This form has too many fields.',
  FST_PARTS_LIMIT: 'This form has too many parts.',
};

/** Makes a `FluxError` of whatever was thrown; the full disk is recognised wherever it happened. */
export function asFluxError(error: unknown): FluxError {
  if (error instanceof FluxError) return error;
  const { code, statusCode } = (error ?? {}) as { code?: string; statusCode?: number };
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100')
    return new FluxError('storage_full', undefined, { cause: error });
  const known = code ? foreignCodes[code] : undefined;
  if (known) return new FluxError(known, code && foreignMessages[code], { cause: error });
  if (isDatabaseUnavailable(error))
    return new FluxError('unavailable', undefined, { cause: error, retryAfterSeconds: databaseRetrySeconds });
  if (statusCode === 429) return new FluxError('too_many_requests', undefined, { cause: error });
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new FluxError('invalid_input', undefined, { cause: error });
  return new FluxError('internal', undefined, { cause: error });
}

/** Whether somebody should look at what is wrong here; that something is not offered is meant so. */
function isFailure({ status, code }: FluxError): boolean {
  return status >= 500 && code !== 'not_implemented';
}

/** A sender that left in the middle of its body is no failure of ours. */
function isGone(request: IncomingMessage, cause: unknown): boolean {
  return request.destroyed && (cause as { code?: string } | null | undefined)?.code === 'ECONNRESET';
}

/** Two people at once are the usual reason; one that comes again and again is a mistake of ours. */
function warnOfForeignKey(log: Log, route: string | undefined, cause: unknown): void {
  const { code, constraint, table } = (cause ?? {}) as { code?: string; constraint?: string; table?: string };
  if (code === foreignKeyViolation)
    log.warn({ route, constraint, table }, 'a row that something belongs to was no longer there');
}

export function handleErrors(fastify: FastifyInstance, log: Log): void {
  fastify.setErrorHandler((thrown, request, reply) => {
    const error = asFluxError(thrown);
    if (isFailure(error) && !isGone(request.raw, error.cause))
      log.error(
        { err: error.cause ?? error, route: request.routeOptions.url, code: error.code },
        error.message,
      );
    warnOfForeignKey(log, request.routeOptions.url, error.cause);
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
    const challenge = error.code === 'unauthenticated' ? challengeOf(request) : null;
    if (challenge !== null) reply.header('www-authenticate', challenge);
    return reply.code(errorCatalogue[error.code].status).send(bodyOf(error, request));
  });
}

/** Nobody may be signed in, or somebody else than the page shows: an endpoint has one sentence for both. */
function bodyOf(error: FluxError, { routeOptions }: FastifyRequest): ErrorBody {
  const message = error.code === 'unauthenticated' && routeOptions.config.endpoint?.signedOutMessage;
  return { ...error.toBody(), ...(message && { error: message }) };
}
