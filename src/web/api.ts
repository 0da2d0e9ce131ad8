import { personHeader } from '#shared/accounts/sign-in.ts';
import type { AnyEndpoint, CallInput, CallOutput } from '#shared/contract/contract.ts';
import { endpointUrl, nextCursorOf } from '#shared/contract/endpoint-url.ts';
import { internalMessage } from '#shared/contract/error-messages.ts';
import type { ErrorBody, ErrorCode } from '#shared/contract/errors.ts';
import { serverTimeHeader } from '#shared/contract/server-time.ts';
import { texts } from './i18n/en/app.ts';
import { format } from './i18n/format.ts';
import { readJson } from './lib/files/read-json.ts';
import { updateServerTime } from './lib/session/server-time.ts';

/** `network`: nothing answered; `foreign`: something other than Flux did, such as a proxy. */
export type ApiErrorCode = ErrorCode | 'network' | 'foreign';

/** A failed call. Behaviour follows `code`; `message` is fit for a person. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  /** Sentences by the name of the input field they belong to. */
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
  /** For what is about whoever is signed in, not about whom the page shows. */
  forAnyone?: boolean;
};

type PersonId = string | null | undefined;

/** For whom this page asks. */
interface Requester {
  /** Whom it shows. */
  personId: () => PersonId;
  /** After a refusal for want of a session: whether this person is signed in, once that is decided. */
  isBack: (personId: string) => Promise<boolean>;
}

let requester: Requester = { personId: () => null, isBack: async () => false };

export function setRequester(whom: Requester): void {
  requester = whom;
}

/** Whether what this person was refused may be asked again, since they are signed in by now. It may take until they are. */
export async function shouldRetryAsUser(error: unknown, person: PersonId): Promise<boolean> {
  if (!person || !(error instanceof ApiError) || error.code !== 'unauthenticated') return false;
  return requester.isBack(person);
}

let paused: Promise<void> | undefined;

/** Nothing is asked for a person any more until the returned function is called. */
export function pauseCalls(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  paused = promise;
  return resolve;
}

/**
 * Calls an endpoint of the contract; a paged list comes as `{items, nextCursor}`.
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

/** Whoever else is signed in by now, nothing is answered to this page, nor changed by it, as them. */
export function userHeaders(id: PersonId): Record<string, string> {
  return id ? { [personHeader]: id } : {};
}

interface JsonResponse {
  answer: unknown;
  response: Response;
}

/**
 * For what is no call of the contract.
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
  // A page of a proxy may come with a status of success, as one that asks to sign in.
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

/** Of a request or an answer whose connection ended. @throws ApiError, or what aborted it */
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
 * Makes an `ApiError` of the body of a failed answer, whatever sent it.
 * @param status 0 where nothing answered
 */
export function errorOf(body: unknown, status: number): ApiError {
  if (isErrorBody(body)) return new ApiError(body.code, body.error, body);
  if (status === 0) return new ApiError('network', unreachable);
  if (status === 413) return new ApiError('too_large', texts.proxyRefusedTheSize);
  if (gatewayStatuses.includes(status))
    return new ApiError('unavailable', format(texts.proxyCouldNotReachFlux, { status }));
  return new ApiError('foreign', format(texts.somethingElseAnswered, { status }));
}

/** A code that this page does not know, of a server that is newer than it, is a refusal like any other. */
function isErrorBody(body: unknown): body is ErrorBody {
  const { success, code, error } = (body ?? {}) as Partial<Record<keyof ErrorBody, unknown>>;
  return success === false && typeof code === 'string' && typeof error === 'string' && error !== '';
}

/** The sentence to show for whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : internalMessage;
}
