import * as z from 'zod/mini';
import type { Role } from '#shared/accounts/accounts.ts';
import type { AnyEndpoint, CallInput, CallOutput } from '#shared/contract/contract.ts';
import { endpointUrl, nextCursorOf } from '#shared/contract/endpoint-url.ts';
import { type ErrorBody, FluxError } from '#shared/contract/errors.ts';
import { findViewer, sessionCookie, startSession } from '../../features/accounts/sessions.ts';
import { upsertPerson } from '../../features/accounts/store.ts';
import type { Viewer } from '../../features/accounts/viewer.ts';
import { insertSubscription, type SubscriptionRow } from '../../features/billing/store.ts';
import { newId } from '../../platform/ids.ts';
import { type Answer, type RequestInit, request } from '../http/request.ts';
import type { TestServer } from '../servers/server.ts';

export interface TestFile {
  name: string;
  bytes: Buffer | string;
  type?: string;
}

export interface Visitor {
  /** A request as a page of Flux sends it; redirects are not followed. */
  fetch(path: string, init?: RequestInit): Promise<Answer>;
  /** @throws FluxError with the code and sentence that the server answered */
  call<E extends AnyEndpoint>(endpoint: E, input?: TestInput<E>): Promise<CallOutput<E>>;
}

export interface Person extends Visitor {
  id: string;
  email: string;
  /** The value of the `Cookie` header. */
  cookie: string;
}

export type TestInput<E extends AnyEndpoint> = Partial<CallInput<E>> & { files?: Record<string, TestFile> };

/** A visitor. */
export function visitor(server: TestServer): Visitor {
  return withCookie(server, undefined);
}

export interface SignInOptions {
  role?: Role;
  /** The plan to subscribe to without a subscription; by default enterprise, which has no limits. */
  plan?: SubscriptionRow['tier'] | null;
}

/** A user with a session; the same name is the same user in another session. */
export async function signIn(
  server: TestServer,
  name: string,
  { role = 'user', plan = 'enterprise' }: SignInOptions = {},
): Promise<Person> {
  const { context } = server;
  const email = `${name.toLowerCase().replaceAll(/\W+/g, '.')}@example.test`;
  const person = {
    issuer: 'https://issuer.test',
    subject: name,
    provider: 'google.com',
    email,
    emailVerified: true,
    username: name,
    isAdmin: role === 'admin',
  };
  const id = await context.db
    .transaction()
    .execute((trx) => upsertPerson(trx, person, newId(), context.clock.now()));
  if (plan !== null) await subscribe(server, { id }, { tier: plan });
  const session = await startSession(context, {
    userId: id,
    provider: 'google.com',
    userAgent: 'test',
    provedAt: context.clock.now(),
  });
  const cookie = `${sessionCookie(context.config).name}=${session.secret}`;
  return { id, email, cookie, ...withCookie(server, cookie) };
}

/** Subscribes a user to a plan without an end, except for the given fields; an existing subscription is kept. */
export async function subscribe(
  { context }: TestServer,
  person: { id: string },
  fields: Partial<SubscriptionRow>,
): Promise<void> {
  const now = context.clock.now();
  await insertSubscription(context.db, {
    id: newId(),
    user_id: person.id,
    status: 'active',
    tier: 'pro',
    price_id: null,
    is_trial_active: false,
    trial_ends_at: null,
    cancel_at_period_end: false,
    current_period_ends_at: null,
    created_at: now,
    updated_at: now,
    ...fields,
  });
}

/** The user as the server's own functions see them. */
export async function viewerOf(server: TestServer, person: Person): Promise<Viewer> {
  const viewer = await findViewer(server.context, person.cookie);
  if (!viewer) throw new Error(`${person.email} is not signed in`);
  return viewer;
}

function withCookie(server: TestServer, cookie: string | undefined): Visitor {
  const fetch: Visitor['fetch'] = (path, init = {}) =>
    request(server, path, { ...init, headers: { cookie, ...init.headers } });
  return { fetch, call: (endpoint, input = {}) => call(fetch, endpoint, input) };
}

async function call<E extends AnyEndpoint>(
  fetch: Visitor['fetch'],
  endpoint: E,
  input: TestInput<E>,
): Promise<CallOutput<E>> {
  const path = endpointUrl(endpoint.path, input.params as object, input.query as object);
  const content = endpoint.method === 'GET' ? {} : await encodeBody(endpoint, input);
  const answer = await fetch(path, { method: endpoint.method, ...content });
  if (answer.status >= 400) {
    const { code, error, fields, details } = answer.json<ErrorBody>();
    throw new FluxError(code, error, { ...(fields && { fields }), ...(details && { details }) });
  }
  if (!endpoint.paged) return z.parse(endpoint.output, answer.json()) as CallOutput<E>;
  const link = answer.headers.link;
  return {
    items: z.parse(z.array(endpoint.output), answer.json()),
    nextCursor: nextCursorOf(typeof link === 'string' ? link : null),
  } as CallOutput<E>;
}

async function encodeBody<E extends AnyEndpoint>(endpoint: E, input: TestInput<E>): Promise<RequestInit> {
  const body = (input.body ?? {}) as Record<string, unknown>;
  if (endpoint.encoding !== 'form' || !input.files)
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.set(name, String(value));
  for (const [field, { name, bytes, type }] of Object.entries(input.files)) {
    const part = typeof bytes === 'string' ? bytes : new Uint8Array(bytes);
    form.set(field, new Blob([part], { type: type ?? 'application/octet-stream' }), name);
  }
  const encoded = new Response(form);
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}
