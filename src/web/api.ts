import { accountHeader } from '#shared/accounts/sign-in.ts';
import type { AnyEndpoint, CallInput, CallOutput } from '#shared/contract/contract.ts';
import { endpointUrl, nextCursorOf } from '#shared/contract/endpoint-url.ts';
import { internalMessage } from '#shared/contract/error-messages.ts';
import type { ErrorBody, ErrorCode } from '#shared/contract/errors.ts';
import { serverTimeHeader } from '#shared/contract/server-time.ts';
import { texts } from './i18n/en/app.ts';
import { format } from './i18n/format.ts';
import { readJson } from './lib/files/read-json.ts';
import { updateServerTime } from './lib/session/server-time.ts';

/** `network`: no response; `foreign`: a response from something other than Flux, such as a proxy. */
export type ApiErrorCode = ErrorCode | 'network' | 'foreign';

/** A failed call. Behaviour follows `code`; `message` is for users. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  /** Messages by input field. */
  readonly fields: Record<string, string>;
  readonly details: string[];

  constructor(code: ApiErrorCode, message: string, extra: Pick<ErrorBody, 'fields' | 'details'> = {}) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.fields = extra.fields ?? {};
    this.details = extra.details ?? [];
  }
}

const unreachable = texts.fluxCouldNotBeReachedCheckYour;

type Input<E extends AnyEndpoint> = Partial<CallInput<E>> & {
  files?: Record<string, File>;
  signal?: AbortSignal;
  /** For calls about the session itself, not about the page's account. */
  forAnyone?: boolean;
};

type PersonId = string | null | undefined;

/** The account that this page shows and sends requests for. */
interface Requester {
  /** The account that the page shows. */
  personId: () => PersonId;
  /** After a refusal without a session: whether this account is signed in, once known. */
  isBack: (personId: string) => Promise<boolean>;
}

let requester: Requester = { personId: () => null, isBack: async () => false };

export function setRequester(whom: Requester): void {
  requester = whom;
}

/**
 * Whether this account's refused call may be sent again, because it is signed in by now. May take until the
 * next sign-in.
 */
export async function shouldRetryAsUser(error: unknown, person: PersonId): Promise<boolean> {
  if (!person || !(error instanceof ApiError) || error.code !== 'unauthenticated') return false;
  return requester.isBack(person);
}

let paused: Promise<void> | undefined;

/** Sends no requests for an account until the returned function is called. */
export function pauseCalls(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  paused = promise;
  return resolve;
}

/**
 * Calls an endpoint of the contract. A paginated list is returned as `{items, nextCursor}`.
 * @throws ApiError
 */
export async function call<E extends AnyEndpoint>(endpoint: E, input: Input<E> = {}): Promise<CallOutput<E>> {
  if (paused && !input.forAnyone) {
    await paused;
    input.signal?.throwIfAborted();
  }
  const url = endpointUrl(endpoint.path, input.params ?? {}, input.query ?? {});
  const { answer, response } = await requestJson(
    url,
    {
      method: endpoint.method,
      signal: input.signal,
      ...encode(endpoint, input),
    },
    input.forAnyone ? null : requester.personId(),
  );
  if (!endpoint.paged) return answer as CallOutput<E>;
  return { items: answer, nextCursor: nextCursorOf(response.headers.get('link')) } as CallOutput<E>;
}

/** If another account is signed in by now, this page must neither receive nor change anything as that account. */
export function userHeaders(id: PersonId): Record<string, string> {
  return id ? { [accountHeader]: id } : {};
}

interface JsonResponse {
  answer: unknown;
  response: Response;
}

/**
 * For requests outside of the contract.
 * @throws ApiError
 */
export async function requestJson(
  url: string,
  init: RequestInit,
  person: PersonId = requester.personId(),
): Promise<JsonResponse> {
  const request = { ...init, headers: { ...init.headers, ...userHeaders(person) } };
  try {
    return await sendRequest(url, request);
  } catch (error) {
    if (await shouldRetryAsUser(error, person)) return sendRequest(url, request);
    throw error;
  }
}

async function sendRequest(url: string, init: RequestInit): Promise<JsonResponse> {
  const response = await send(url, init);
  updateServerTime(response.headers.get(serverTimeHeader));
  const text = await response.text().catch(throwNetworkError);
  const answer = readJson(text);
  // A proxy's page may have a success status, such as a sign-in page.
  const isForeign = answer === null && text.trim() !== '' && text !== 'null';
  if (!response.ok || isForeign) throw errorOf(answer, response.status);
  return { answer, response };
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    return throwNetworkError(error);
  }
}

/**
 * A request or response whose connection broke.
 * @throws ApiError, or the reason of the abort
 */
function throwNetworkError(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw new ApiError('network', unreachable);
}

function encode(endpoint: AnyEndpoint, input: { body?: unknown; files?: Record<string, File> }): RequestInit {
  if (endpoint.method === 'GET') return {};
  const fields = Object.entries((input.body ?? {}) as Record<string, unknown>);
  if (endpoint.encoding === 'json') {
    return {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(fields)),
    };
  }
  const form = new FormData();
  for (const [name, value] of fields) if (value !== undefined) form.set(name, String(value));
  for (const [name, file] of Object.entries(input.files ?? {})) form.set(name, file);
  return { body: form };
}

/** Statuses of a proxy that could not reach Flux. */
const gatewayStatuses: readonly number[] = [502, 503, 504];

/**
 * Makes an `ApiError` from the body of a failed response of any sender.
 * @param status 0 without a response
 */
export function errorOf(body: unknown, status: number): ApiError {
  if (isErrorBody(body)) return new ApiError(body.code, body.error, body);
  if (status === 0) return new ApiError('network', unreachable);
  if (status === 413) return new ApiError('too_large', texts.proxyRefusedTheSize);
  if (gatewayStatuses.includes(status))
    return new ApiError('unavailable', format(texts.proxyCouldNotReachFlux, { status }));
  return new ApiError('foreign', format(texts.somethingElseAnswered, { status }));
}

/** An unknown code of a newer server is treated as a general refusal. */
function isErrorBody(body: unknown): body is ErrorBody {
  const { success, code, error } = (body ?? {}) as Partial<Record<keyof ErrorBody, unknown>>;
  return success === false && typeof code === 'string' && typeof error === 'string' && error !== '';
}

/** The message for any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : internalMessage;
}
