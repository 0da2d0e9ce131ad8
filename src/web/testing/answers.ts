import * as z from 'zod/mini';
import type { AnyEndpoint, CallInput, CallOutput } from '#shared/contract/contract.ts';
import { type ErrorBody, type ErrorCode, errorCatalogue, FluxError } from '#shared/contract/errors.ts';

/** One call of the page: the parameters of its address and the fields of its body. */
export interface Received<E extends AnyEndpoint> {
  params: Record<keyof CallInput<E>['params'] & string, string>;
  query: Record<string, string>;
  body: Record<string, unknown>;
}

type Given<E extends AnyEndpoint> =
  | CallOutput<E>
  | Response
  | ((received: Received<E>) => CallOutput<E> | Response | Promise<CallOutput<E> | Response>);

interface Entry {
  endpoint: AnyEndpoint;
  path: RegExp;
  /** A value, a response, or a function that returns one. */
  given: unknown;
  /** Any answer of the test replaces it. */
  isDefault: boolean;
}

interface Call extends Received<AnyEndpoint> {
  method: string;
  pathname: string;
}

/**
 * Replaces the server behind `fetch`. Answers are typed by the contract and checked by its schemas, so a change of the
 * contract breaks the tests of the components that show it. A call without an answer fails the test.
 */
export class Answers {
  #entries: Entry[] = [];
  #calls: Call[] = [];
  /** Calls without an answer, and answers that violate the contract. */
  readonly faults: string[] = [];

  /** Replaces an earlier answer of the same endpoint. A function is called for each request. */
  answer<E extends AnyEndpoint>(endpoint: E, given: Given<E>): void {
    this.#enter(endpoint, given, { isDefault: false });
  }

  /** The default answer. */
  answerByDefault<E extends AnyEndpoint>(endpoint: E, given: Given<E>): void {
    if (this.#entries.some((entry) => entry.endpoint === endpoint && !entry.isDefault)) return;
    this.#enter(endpoint, given, { isDefault: true });
  }

  #enter(endpoint: AnyEndpoint, given: unknown, { isDefault }: Pick<Entry, 'isDefault'>): void {
    this.#entries = this.#entries.filter((entry) => entry.endpoint !== endpoint);
    const path = new RegExp(
      `^${endpoint.path.replace(/[.]/g, '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`,
    );
    // Paths without parameters match first: `/api/x/count` also matches `/api/x/{id}`.
    const at = endpoint.path.includes('{') ? this.#entries.length : 0;
    this.#entries.splice(at, 0, { endpoint, path, given, isDefault });
  }

  /** Answers with an error of the catalogue, with its default message unless another is given. */
  refuse(
    endpoint: AnyEndpoint,
    code: ErrorCode,
    { error, ...extra }: Partial<Pick<ErrorBody, 'error' | 'fields' | 'details'>> = {},
  ): void {
    this.answer(endpoint, () => refusal(code, error, extra));
  }

  /** Something other than Flux responds, such as a proxy with its own page. */
  answerForeign(endpoint: AnyEndpoint, status: number): void {
    this.answer(endpoint, () => new Response('<h1>Not Flux</h1>', { status }));
  }

  /** The request fails as without a network. */
  disconnect(endpoint: AnyEndpoint): void {
    this.answer(endpoint, () => Promise.reject(new TypeError('Failed to fetch')));
  }

  /** Answers once the returned function is called. */
  hold<E extends AnyEndpoint>(endpoint: E, given: CallOutput<E> | Response): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.answer(endpoint, async () => {
      await promise;
      return given;
    });
    return resolve;
  }

  /** The calls so far, oldest first. */
  calls<E extends AnyEndpoint>(endpoint: E): Received<E>[] {
    const { path } = this.#entryOf(endpoint);
    const made = this.#calls.filter(
      ({ method, pathname }) => method === endpoint.method && path.test(pathname),
    );
    return made.map(({ params, query, body }) => ({ params, query, body }) as Received<E>);
  }

  /** Replaces the browser's `fetch`, which still serves requests outside the API. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    // An aborted request is not received: it may come from the page of an earlier test.
    request.signal.throwIfAborted();
    const { pathname, searchParams, origin } = new URL(request.url);
    if (origin !== location.origin || !/^\/(api|auth|uploads)\//.test(pathname)) return fetched(request);
    const entry = this.#entries.find(
      ({ endpoint, path }) => endpoint.method === request.method && path.test(pathname),
    );
    if (!entry) {
      return this.#fault(`The test answers nothing to ${request.method} ${pathname}.`);
    }
    const received = {
      params: { ...entry.path.exec(pathname)?.groups },
      query: Object.fromEntries(searchParams),
      body: await bodyOf(request),
    };
    this.#calls.push({ method: request.method, pathname, ...received });
    const given = typeof entry.given === 'function' ? entry.given(received) : entry.given;
    // Aborting ends the wait, as in the browser.
    const answer = await Promise.race([given, aborted(request.signal)]);
    if (answer instanceof Response) return answer.clone();
    try {
      return respond(entry.endpoint, answer, request.url);
    } catch (error) {
      return this.#fault(`The answer to ${request.method} ${pathname} is not of the contract: ${error}`);
    }
  };

  #fault(fault: string): Response {
    this.faults.push(fault);
    return refusal('internal', fault);
  }

  #entryOf(endpoint: AnyEndpoint): Entry {
    const entry = this.#entries.find((each) => each.endpoint === endpoint);
    if (!entry) throw new Error(`The test answers nothing to ${endpoint.method} ${endpoint.path}.`);
    return entry;
  }
}

const fetched = globalThis.fetch.bind(globalThis);

/** An error response of the server. */
export function refusal(
  code: ErrorCode,
  error: string = errorCatalogue[code].message,
  extra: Pick<ErrorBody, 'fields' | 'details'> = {},
): Response {
  return Response.json(new FluxError(code, error, extra).toBody(), { status: errorCatalogue[code].status });
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) return request.json();
  if (type.startsWith('multipart/form-data')) return Object.fromEntries(await request.formData());
  return {};
}

/** A page of a list is an array, and a header names the next page (RFC 8288). */
function respond(endpoint: AnyEndpoint, answer: unknown, url: string): Response {
  if (!endpoint.paged) return Response.json(z.parse(endpoint.output, answer));
  const { items, nextCursor } = answer as { items: unknown[]; nextCursor: string | null };
  const next = new URL(url);
  next.searchParams.set('cursor', nextCursor ?? '');
  const headers: Record<string, string> = nextCursor ? { link: `<${next.href}>; rel="next"` } : {};
  return Response.json(z.parse(z.array(endpoint.output), items), { headers });
}

/** Pages of a list, cut as by the server: the cursor is the index of the next item. */
export function pageOf<T>(items: readonly T[], query: Record<string, string>, length = 50) {
  const from = Number(query.cursor ?? 0);
  const next = from + length;
  return { items: items.slice(from, next), nextCursor: next < items.length ? String(next) : null };
}
