import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { type Call, routes } from './calls.ts';
import { samples } from './catalogue.ts';
import { catchUp } from './clock.ts';
import { toWire } from './expand.ts';
import { type Params, parseForm } from './form.ts';
import { SandboxRepository } from './sandbox-repository.ts';
import { findRequest, insertRequest, insertSamples } from './store.ts';
import { apiVersion, invalidRequest, newWireId, Refusal, WireError } from './wire.ts';

export interface SandboxOptions {
  /** What the SDK proves itself with. */
  key: string;
  /** The address of a billing session's page. */
  portal: Call['portal'];
  /** Called when there may be a new event for Flux. */
  changed: () => void;
  /** Any that is free, if not given. */
  port?: number;
}

export interface Sandbox {
  port: number;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  body: string;
}

const maxBodyBytes = 65_536;

/**
 * A server on its own loopback port that speaks Stripe's protocol. Its data is in the database, so a restart loses
 * nothing and several servers form one service.
 */
export async function startSandbox(context: Context, options: SandboxOptions): Promise<Sandbox> {
  await context.db.transaction().execute((trx) => insertSamples(trx, samples));
  const server = createServer((request, response) => {
    answerTo(context, options, request).then(
      (answer) => send(response, answer),
      (error: unknown) => {
        context.log.error({ err: error }, 'payment sandbox');
        send(response, failure(new WireError(500, { type: 'api_error', message: 'The sandbox failed.' })));
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // With several processes each would get the others' requests, which use another key.
    server.listen({ port: options.port ?? 0, host: '127.0.0.1', exclusive: true }, resolve);
  });
  // The timer does not keep the process alive.
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': newWireId('req'),
    'stripe-version': apiVersion,
    // A retry would fail, too.
    'stripe-should-retry': 'false',
  });
  response.end(body);
}

function failure(error: WireError): Answer {
  return { status: error.status, body: JSON.stringify({ error: error.fields }) };
}

async function answerTo(
  context: Context,
  options: SandboxOptions,
  request: IncomingMessage,
): Promise<Answer> {
  try {
    checkHead(request, options.key);
    const { pathname, search } = new URL(request.url ?? '/', 'http://sandbox');
    const method = request.method ?? '';
    const text = method === 'GET' ? search.slice(1) : await bodyOf(request);
    const asked = { method, pathname, text, key: idempotencyKeyOf(request) };
    const answer = await answerOnce(context, options, asked);
    if (method !== 'GET') options.changed();
    return answer;
  } catch (error) {
    if (error instanceof WireError) return failure(error);
    throw error;
  }
}

function checkHead({ headers }: IncomingMessage, key: string): void {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  if (!timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${key}`)))
    throw new WireError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' });
  if (headers['stripe-version'] !== apiVersion)
    throw invalidRequest(`The sandbox speaks version ${apiVersion} alone.`);
}

function idempotencyKeyOf({ headers }: IncomingMessage): string | null {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && key !== '' ? key.slice(0, 255) : null;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw invalidRequest('The request is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

interface SandboxRequest {
  method: string;
  pathname: string;
  text: string;
  key: string | null;
}

/** The same key is the same call, and gets the same answer. */
async function answerOnce(
  context: Context,
  options: SandboxOptions,
  request: SandboxRequest,
): Promise<Answer> {
  await catchUp(context);
  const now = context.clock.now();
  const fingerprint = createHash('sha256')
    .update(`${request.method} ${request.pathname}\n${request.text}`)
    .digest('hex');
  const { key } = request;
  const isKept = key !== null && request.method === 'POST';
  const storeResponse = async (trx: Transaction<Tables>, answer: Answer): Promise<Answer> => {
    if (isKept) await insertRequest(trx, { idempotency_key: key, fingerprint, created_at: now, ...answer });
    return answer;
  };
  const attempt = async (
    trx: Transaction<Tables>,
    work: (repository: SandboxRepository) => Promise<Answer>,
  ) => {
    const repository = await SandboxRepository.open(trx, now);
    const earlier = isKept ? await findRequest(trx, key) : undefined;
    if (!earlier) return storeResponse(trx, await work(repository));
    if (earlier.fingerprint === fingerprint) return { status: earlier.status, body: earlier.body };
    throw new WireError(400, {
      type: 'idempotency_error',
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    });
  };
  try {
    return await context.db
      .transaction()
      .execute((trx) => attempt(trx, (repository) => perform(repository, request, options)));
  } catch (error) {
    if (!(error instanceof WireError) || error.fields.type === 'idempotency_error') throw error;
    // Its changes are rolled back; the request and its refusal are stored.
    return context.db.transaction().execute((trx) => attempt(trx, async () => failure(error)));
  }
}

async function perform(
  repository: SandboxRepository,
  { method, pathname, text }: SandboxRequest,
  { portal }: SandboxOptions,
): Promise<Answer> {
  const params = parseForm(text);
  const { route, id } = findRoute(method, pathname);
  refuseUnknown(params, route.takes);
  const answer = await route.answer({ repository, id, params, portal });
  if (answer instanceof Refusal) return failure(answer.error);
  return { status: 200, body: JSON.stringify(await toWire(repository, answer, params)) };
}

function findRoute(method: string, pathname: string) {
  const request = pathname.split('/');
  for (const route of routes) {
    const pattern = route.path.split('/');
    const matches =
      route.method === method &&
      pattern.length === request.length &&
      pattern.every((part, index) => (part === ':id' ? request[index] !== '' : part === request[index]));
    if (matches) return { route, id: decodeURIComponent(request[pattern.indexOf(':id')] ?? '') };
  }
  throw new WireError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${pathname}).`,
  });
}

function refuseUnknown(params: Params, takes: readonly string[]): void {
  const unknown = Object.keys(params).find((name) => name !== 'expand' && !takes.includes(name));
  if (unknown !== undefined)
    throw invalidRequest(`Received unknown parameter: ${unknown}`, {
      code: 'parameter_unknown',
      param: unknown,
    });
}
