import { randomUUID } from 'node:crypto';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ApiError, Storage, type StorageOptions } from '@google-cloud/storage';
import { type Outbound, OutboundRefusedError } from '../../outbound/outbound.ts';
import type { GoogleCredentials } from '../options.ts';

const googleEndpoint = 'https://storage.googleapis.com';
const googleTokens = 'https://www.googleapis.com';
const largestAnswer = 8 * 1_048_576;

/** A response with its body as a stream. */
export type Answer = IncomingMessage & { statusCode: number };

interface Sending {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: Buffer;
}

type SdkRequest = Parameters<Storage['makeAuthenticatedRequest']>[0];
type SdkAnswered = (error: Error | null, body?: unknown) => void;

/** The stream interface that the SDK expects. */
class AnswerStream extends PassThrough {
  setWritable(): void {}
  setReadable(): void {}
}

/**
 * Runs the SDK on `Outbound` connections to Google's hosts (or the configured endpoint) only, whatever addresses a
 * key or a response contains, without redirects and proxies. Only the driver retries, because it knows what can be
 * repeated.
 */
export class GoogleWire {
  readonly storage: Storage;
  readonly #outbound: Outbound;
  readonly #endpoint: string;

  constructor(
    { projectId, credentials }: { projectId: string; credentials: GoogleCredentials | null },
    outbound: Outbound,
    endpoint: string | null,
  ) {
    this.#outbound = outbound;
    this.#endpoint = endpoint ?? googleEndpoint;
    const clientOptions: StorageOptions['clientOptions'] = {
      transporterOptions: {
        agent: (url: URL) => this.#agent(url),
        follow: 0,
        size: largestAnswer,
        retryConfig: { retry: 0, noResponseRetries: 0 },
        // Machine credentials come from hosts that only the operator configures.
        ...((credentials ?? endpoint) !== null && {
          adapter: (request, send) => send(this.#toGoogle(request)),
        }),
      },
    };
    this.storage = new Storage({
      projectId,
      apiEndpoint: this.#endpoint,
      useAuthWithCustomEndpoint: true,
      retryOptions: { autoRetry: false },
      clientOptions,
      ...(credentials && {
        credentials: { client_email: credentials.clientEmail, private_key: credentials.privateKey },
      }),
    });
    const { getCredentials, authClient } = this.storage.makeAuthenticatedRequest;
    const wire = this;
    function make(request: SdkRequest): AnswerStream;
    function make(request: SdkRequest, answered?: unknown): void;
    function make(request: SdkRequest, answered?: unknown): AnswerStream | undefined {
      if (typeof answered !== 'function') return wire.#stream(request);
      wire.#call(request, (error, body) => answered(error, body));
      return undefined;
    }
    this.storage.makeAuthenticatedRequest = Object.assign(make, { getCredentials, authClient });
  }

  /**
   * Sends one request and resolves with its response, of any status.
   * @throws Error with the `code` of the system or of `Outbound`
   */
  async send({ method, url, headers, body }: Sending): Promise<Answer> {
    const target = new URL(url);
    this.#allow(target);
    const request = target.protocol === 'http:' ? requestPlain : requestSecure;
    return await new Promise<Answer>((resolve, reject) => {
      const sending = request(target, {
        method,
        agent: this.#agent(target),
        headers: { ...headers, ...(body && { 'content-length': String(body.length) }) },
      });
      sending
        .on('error', reject)
        .on('response', (answer) => resolve(Object.assign(answer, { statusCode: answer.statusCode ?? 0 })));
      sending.end(body);
    });
  }

  /** The SDK's own requests, mainly for tokens, to the configured server. */
  #toGoogle<Request extends { url?: string | URL }>(request: Request): Request {
    const url = new URL(String(request.url));
    if (url.origin === googleTokens)
      return this.#endpoint === googleEndpoint ? request : { ...request, url: `${this.#endpoint}/token` };
    this.#allow(url);
    return request;
  }

  #allow(url: URL): void {
    if (url.origin !== new URL(this.#endpoint).origin) throw new OutboundRefusedError();
  }

  #agent(url: URL) {
    return url.protocol === 'http:' ? this.#outbound.httpAgent : this.#outbound.httpsAgent;
  }

  /** Sends the SDK's request with credentials. */
  async #ask(request: SdkRequest): Promise<Answer> {
    const url = new URL(request.uri);
    for (const [name, value] of Object.entries(request.qs ?? {}))
      if (value !== undefined && !name.startsWith('autoPaginate')) url.searchParams.set(name, String(value));
    const { headers, body } = await bodyOf(request);
    const proof = await this.storage.authClient.getRequestHeaders(url.href);
    return this.send({
      method: request.method ?? 'GET',
      url: url.href,
      // Bytes are wanted as they were stored, and in no other encoding.
      headers: { ...textsOf(request.headers), ...headers, ...proof, 'Accept-Encoding': 'identity' },
      ...(body && { body }),
    });
  }

  #call(request: SdkRequest, answered: SdkAnswered): void {
    const asking = async () => {
      const answer = await this.#ask(request);
      const text = (await readWhole(answer)).toString();
      if (answer.statusCode >= 300) throw apiError(answer.statusCode, text);
      return text === '' ? undefined : JSON.parse(text);
    };
    asking().then((body) => answered(null, body), answered);
  }

  #stream(request: SdkRequest): AnswerStream {
    const stream = new AnswerStream();
    this.#ask(request).then(
      // The SDK reads this response object, not the stream.
      (answer) =>
        stream.emit('response', Object.assign(answer, { toJSON: () => ({ headers: answer.headers }) })),
      (error) => stream.destroy(error),
    );
    return stream;
  }
}

async function bodyOf(request: SdkRequest): Promise<{ headers: Record<string, string>; body?: Buffer }> {
  if (request.json !== undefined && request.json !== null)
    return {
      headers: { 'Content-Type': 'application/json' },
      body: Buffer.from(JSON.stringify(request.json)),
    };
  if (!request.multipart) return { headers: {} };
  const boundary = `flux-${randomUUID()}`;
  const pieces: Buffer[] = [];
  for (const part of request.multipart) {
    pieces.push(
      Buffer.from(`--${boundary}\r\nContent-Type: ${String(Reflect.get(part, 'Content-Type'))}\r\n\r\n`),
    );
    pieces.push(part.body instanceof Readable ? await buffer(part.body) : Buffer.from(String(part.body)));
    pieces.push(Buffer.from('\r\n'));
  }
  return {
    headers: { 'Content-Type': `multipart/related; boundary=${boundary}` },
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--`)]),
  };
}

/** @throws Error for an oversized response */
export async function readWhole(answer: Answer): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of answer) {
    size += piece.length;
    if (size > largestAnswer) {
      answer.destroy();
      throw new Error('The response is too large.');
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The SDK's error for an unexpected response. */
export function apiError(status: number, text: string): ApiError {
  const error = new ApiError(text.slice(0, 500) || `Status ${status}`);
  error.code = status;
  return error;
}

function textsOf(headers: SdkRequest['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]));
}
