import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type SignInProvider, signInProviders } from '#shared/accounts.ts';
import { FluxError } from '#shared/errors.ts';
import type { Context } from '../../context.ts';
import { pageHeaders } from '../../platform/http/security-headers.ts';
import { beginAttempt, forgetBrowserCookie, type SignInMode, takeAttempt } from './attempts.ts';
import { type IdentityProvider, SignInError } from './identity-provider.ts';
import { type PopupResult, popupPage } from './popup-page.ts';
import { safeReturnPath } from './return-path.ts';
import { signInPerson } from './sign-in.ts';

export type IdentityProviders = ReadonlyMap<SignInProvider, IdentityProvider>;

interface SignInRequest {
  Params: { provider: string };
  Querystring: Record<string, string | string[] | undefined>;
}

const counted = { config: { counted: 'sign-in' } } as const;

/** `/auth/{provider}/start` sends the browser to the provider, `/auth/{provider}/callback` takes it back. */
export function bindSignIn(fastify: FastifyInstance, context: Context, providers: IdentityProviders): void {
  const findProvider = (name: string): IdentityProvider => {
    const provider = [...providers.values()].find((candidate) => candidate.name === name);
    if (!provider) throw new FluxError('not_found', 'This way to sign in is not available here.');
    return provider;
  };

  fastify.get<SignInRequest>('/auth/:provider/start', counted, async (request, reply) => {
    const provider = findProvider(request.params.provider);
    const mode: SignInMode = request.query.mode === 'popup' ? 'popup' : 'redirect';
    const returnTo = safeReturnPath(single(request.query.return));
    try {
      const attempt = { provider: provider.name, mode, returnTo };
      const { checks, setCookie } = await beginAttempt(context, attempt, request.headers.cookie);
      const location = await provider.authorizationUrl(checks);
      return reply.header('set-cookie', setCookie).redirect(location.href, 302);
    } catch (error) {
      return failed(reply, context, mode, error);
    }
  });

  fastify.get<SignInRequest>('/auth/:provider/callback', counted, async (request, reply) => {
    const provider = findProvider(request.params.provider);
    let mode: SignInMode = signInProviders[provider.name].flow;
    try {
      const state = single(request.query.state) ?? '';
      const attempt = await takeAttempt(context, provider.name, state, request.headers.cookie);
      mode = attempt.mode;
      const callback = new URL(context.config.publicUrl + request.url);
      const identity = await provider.redeem(callback, attempt.checks);
      const setCookie = await signInPerson(context, provider.id, identity, browserOf(request));
      reply.header('set-cookie', [setCookie, forgetBrowserCookie(context.config)]);
      if (mode === 'redirect') return reply.redirect(context.config.publicUrl + attempt.returnTo, 303);
      return sendPopup(reply, context, { ok: true }, attempt.returnTo);
    } catch (error) {
      return failed(reply, context, mode, error);
    }
  });
}

function failed(reply: FastifyReply, context: Context, mode: SignInMode, error: unknown): FastifyReply {
  if (!(error instanceof SignInError)) throw error;
  if (error.code !== 'auth/cancelled')
    context.log.warn({ err: error.cause, code: error.code }, 'sign-in failed');
  const cancelled = mode === 'popup' ? 'auth/popup-closed-by-user' : 'auth/redirect-cancelled-by-user';
  const code = error.code === 'auth/cancelled' ? cancelled : error.code;
  const home = `/?auth_error=${code}`;
  if (mode === 'popup') return sendPopup(reply, context, { error: code }, home);
  return reply.redirect(context.config.publicUrl + home, 303);
}

function sendPopup(reply: FastifyReply, context: Context, result: PopupResult, next: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  return reply.headers(pageHeaders(nonce, context)).send(popupPage(nonce, result, next));
}

function browserOf(request: FastifyRequest) {
  return { cookieHeader: request.headers.cookie, userAgent: request.headers['user-agent'] ?? '' };
}

/** A parameter that is given twice is not taken at all: two readers could choose differently. */
function single(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
