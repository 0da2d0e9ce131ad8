import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#server/context.ts';
import { noticePage, noticePageSources } from '#server/pages/notice-page.ts';
import { wasForwarded } from '#server/platform/http/guards/forwarded.ts';
import { acceptsHtml } from '#server/platform/http/responses/html.ts';
import { pageHeaders } from '#server/platform/http/responses/security-headers.ts';
import { type SignInProvider, signInProviders } from '#shared/accounts/sign-in.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { type LocalIssuer, OAuthError } from './issuer.ts';
import { signInPage } from './page.ts';

interface LocalRequest {
  Params: { provider: string };
}
interface LocalForm extends LocalRequest {
  Body: URLSearchParams;
}

const pageOptions = { config: { counted: 'sign-in' }, onRequest: refuseRemoteClients } as const;
const maxFormBytes = 16_384;
const refusalPolicy = [
  "default-src 'none'",
  ...noticePageSources,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
const refusalPage = noticePage({
  title: 'Local sign-in is not open from here',
  sentence:
    'It asks for no password, so it is only for people at the computer that Flux runs on, and this request came from another, or through a proxy. Open Flux on that computer, or ask whoever runs it to set up a sign-in provider.',
  home: '/',
});
/** The user's fields; the rest of the form is the authorization request. */
const ownFields = ['email', 'display_name', 'action'];

/** The pages and endpoints of the local identity provider, below `/local-sign-in/{provider}`. */
export async function bindLocalProvider(
  fastify: FastifyInstance,
  context: Context,
  issuer: LocalIssuer,
): Promise<void> {
  await fastify.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxFormBytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    bindProtocol(scope, issuer);
    bindPage(scope, context, issuer);
  });
}

function bindProtocol(scope: FastifyInstance, issuer: LocalIssuer): void {
  const base = '/local-sign-in/:provider';
  scope.get<LocalRequest>(`${base}/.well-known/openid-configuration`, async ({ params }) =>
    issuer.metadata(providerNamed(params.provider)),
  );
  scope.get<LocalRequest>(`${base}/jwks`, async ({ params }) => {
    providerNamed(params.provider);
    return issuer.jwks();
  });
  scope.post<LocalForm>(
    `${base}/token`,
    { config: { fromServers: true } },
    async ({ params, body }, reply) => {
      try {
        return await issuer.redeem(providerNamed(params.provider), formOf(body));
      } catch (error) {
        if (!(error instanceof OAuthError)) throw error;
        return reply.code(400).send({ error: error.code, error_description: error.message });
      }
    },
  );
}

function bindPage(scope: FastifyInstance, context: Context, issuer: LocalIssuer): void {
  const path = '/local-sign-in/:provider/authorize';
  scope.get<LocalRequest>(path, pageOptions, async (request, reply) => {
    const provider = providerNamed(request.params.provider);
    const parameters = new URL(request.url, context.config.publicUrl).searchParams;
    readRequest(issuer, provider, parameters);
    return sendPage(reply, context, provider, parameters, { email: '', displayName: '', emailError: null });
  });
  scope.post<LocalForm>(path, pageOptions, async (request, reply) => {
    const provider = providerNamed(request.params.provider);
    const form = formOf(request.body);
    const parameters = new URLSearchParams([...form].filter(([name]) => !ownFields.includes(name)));
    const authorization = readRequest(issuer, provider, parameters);
    if (form.get('action') === 'cancel')
      return reply.redirect(issuer.cancel(provider, authorization).href, 303);
    const email = form.get('email')?.trim() ?? '';
    const displayName = form.get('display_name')?.trim() ?? '';
    const emailError = problemWith(email);
    if (emailError !== null)
      return sendPage(reply.code(400), context, provider, parameters, { email, displayName, emailError });
    return reply.redirect(issuer.grant(provider, authorization, { email, displayName }).href, 303);
  });
}

/**
 * The `Host` header can be forged, so the connection's address is checked. A tunnel connects from this machine, but
 * its headers show that it forwards requests.
 */
async function refuseRemoteClients(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const isNear = [request.socket.remoteAddress, request.ip].every(isLoopback);
  if (isNear && !wasForwarded(request.headers)) return;
  const error = new FluxError(
    'forbidden',
    'Local sign-in is for people at the computer that Flux runs on, and this request came from another, or through a proxy. Please open Flux there.',
  );
  if (!acceptsHtml(request.headers)) throw error;
  return reply
    .code(error.status)
    .header('content-security-policy', refusalPolicy)
    .type('text/html; charset=utf-8')
    .send(refusalPage);
}

function isLoopback(address: string | undefined): boolean {
  return /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address ?? '');
}

function sendPage(
  reply: FastifyReply,
  context: Context,
  provider: SignInProvider,
  parameters: URLSearchParams,
  fields: { email: string; displayName: string; emailError: string | null },
): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  const standsInFor = signInProviders[provider].label;
  const page = signInPage({ nonce, standsInFor, parameters, ...fields });
  return reply.headers(pageHeaders(nonce, context)).send(page);
}

function problemWith(email: string): string | null {
  if (email === '') return 'Please enter an email address.';
  const valid = email.length <= 254 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email) && email.isWellFormed();
  return valid ? null : 'Please enter an email address such as ada@example.com.';
}

function readRequest(issuer: LocalIssuer, provider: SignInProvider, parameters: URLSearchParams) {
  try {
    return issuer.readRequest(provider, parameters);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    throw new FluxError('sign_in_failed', `${error.message} Please start again from the Sign In button.`);
  }
}

function providerNamed(name: string): SignInProvider {
  if (!Object.hasOwn(signInProviders, name)) throw new FluxError('not_found');
  return name as SignInProvider;
}

function formOf(body: unknown): URLSearchParams {
  if (body instanceof URLSearchParams) return body;
  throw new FluxError('unsupported_type', 'This endpoint accepts application/x-www-form-urlencoded.');
}
