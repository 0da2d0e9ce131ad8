import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type SignInProvider,
  type SignInPurpose,
  signInProviders,
  signInPurposes,
} from '#shared/accounts/sign-in.ts';
import { errorCatalogue, FluxError } from '#shared/contract/errors.ts';
import type { Context } from '../../context.ts';
import { asFluxError } from '../../platform/http/responses/errors.ts';
import { pageHeaders } from '../../platform/http/responses/security-headers.ts';
import { beginAttempt, forgetBrowser, type SignInMode, type SignInTask, takeAttempt } from './attempts.ts';
import { type IdentityProvider, type IdentityProviders, SignInError } from './identity-provider.ts';
import { isFreshlySignedIn } from './own/fresh-sign-in.ts';
import { resultPage } from './result-page.ts';
import { safeReturnPath } from './return-path.ts';
import { completeSignIn } from './sign-in.ts';
import { resolveViewer } from './viewer.ts';

interface SignInRequest {
  Params: { provider: string };
  Querystring: Record<string, string | string[] | undefined>;
}

/** How the result is presented. */
interface Ending {
  provider: SignInProvider;
  mode: SignInMode;
  purpose: SignInPurpose;
  returnTo: string;
}

/**
 * `/auth/{provider}/start` redirects to the provider, `/auth/{provider}/callback` receives the response.
 * Re-authentication requires a sign-in after the start: the request asks for it, which a user could remove, so the ID
 * token's time is checked. OpenID Connect issuers and Microsoft support that; GitHub and Google do not
 * (own/fresh-sign-in.ts).
 */
export function bindSignIn(fastify: FastifyInstance, context: Context, providers: IdentityProviders): void {
  const findProvider = (name: string): IdentityProvider => {
    const provider = [...providers.values()].find((candidate) => candidate.name === name);
    if (!provider) throw new FluxError('not_found', 'This sign-in method is not available here.');
    return provider;
  };
  /** The browser shows the response, so a rate-limited user gets a page too. */
  const options = {
    config: { counted: 'sign-in' },
    errorHandler: (error: Error, request: FastifyRequest<SignInRequest>, reply: FastifyReply) => {
      const known = [...providers.keys()].find((name) => name === request.params.provider);
      if (!known || !(error instanceof FluxError) || error.code !== 'too_many_requests') throw error;
      if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
      return sendFailure(
        reply.code(429),
        context,
        readRequestedEnding(known, request),
        new SignInError('auth/too-many-requests'),
      );
    },
  } as const;

  fastify.get<SignInRequest>('/auth/:provider/start', options, async (request, reply) => {
    const provider = findProvider(request.params.provider);
    const ending = readRequestedEnding(provider.name, request);
    if (ending.purpose !== (request.query.purpose ?? 'sign-in')) throw new FluxError('invalid_input');
    // Linking and re-authentication must start on a page of Flux; otherwise another site could start them.
    if (ending.purpose !== 'sign-in' && !cameFromFlux(request, context.config.publicUrl))
      throw new FluxError('cross_site');
    try {
      const task = await readRequestedTask(context, ending.purpose, request);
      const attempt = { provider: provider.name, mode: ending.mode, task, returnTo: ending.returnTo };
      const { checks, setCookie } = await beginAttempt(context, attempt, request.headers.cookie);
      const location = await provider.authorizationUrl(checks, task.purpose);
      return reply.header('set-cookie', setCookie).redirect(location.href, 302);
    } catch (error) {
      return sendFailure(reply, context, ending, error);
    }
  });

  fastify.get<SignInRequest>('/auth/:provider/callback', options, async (request, reply) => {
    const provider = findProvider(request.params.provider);
    let ending = unknownEnding(provider.name);
    try {
      const state = single(request.query.state) ?? '';
      const attempt = await takeAttempt(context, provider.name, state, request.headers.cookie);
      ending = { ...attempt, purpose: attempt.task.purpose };
      const callback = new URL(context.config.publicUrl + request.url);
      const within = attempt.task.purpose === 'confirm' ? Math.ceil(attempt.ageMilliseconds / 1000) : null;
      const identity = await provider.redeem(callback, attempt.checks, within);
      const session = await completeSignIn(context, attempt.task, provider, identity, browserOf(request));
      const forgotten = await forgetBrowser(context, attempt.browserHash);
      reply.header('set-cookie', [...(session ? [session] : []), ...forgotten]);
      return sendSuccess(reply, context, ending);
    } catch (error) {
      return sendFailure(reply, context, ending, error);
    }
  });
}

/** The requested task; all except signing in require a signed-in user. */
async function readRequestedTask(
  context: Context,
  purpose: SignInPurpose,
  request: FastifyRequest,
): Promise<SignInTask> {
  if (purpose === 'sign-in') return { purpose, userId: null };
  const viewer = await resolveViewer(context, request);
  if (!viewer) throw new SignInError('auth/no-current-user');
  // A stolen open session must not be able to add a permanent identity.
  if (purpose === 'link' && !isFreshlySignedIn(context, viewer))
    throw new SignInError('auth/requires-recent-login');
  return { purpose, userId: viewer.id };
}

/** The browser's own word. Over plain http to another machine browsers give none, and the Referer tells. */
function cameFromFlux({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined
    ? (headers.referer?.startsWith(`${publicUrl}/`) ?? false)
    : site === 'same-origin';
}

function readRequestedEnding(provider: SignInProvider, { query }: FastifyRequest<SignInRequest>): Ending {
  const purpose = single(query.purpose) ?? 'sign-in';
  return {
    provider,
    mode: query.mode === 'popup' ? 'popup' : 'redirect',
    purpose: signInPurposes.find((known) => known === purpose) ?? 'sign-in',
    returnTo: safeReturnPath(single(query.return)),
  };
}

/** The ending of a callback without an attempt. */
function unknownEnding(provider: SignInProvider): Ending {
  return { provider, mode: signInProviders[provider].flow, purpose: 'sign-in', returnTo: '/' };
}

/** After a redirect to sign in, the requested page needs no message. */
function sendSuccess(reply: FastifyReply, context: Context, ending: Ending): FastifyReply {
  if (ending.mode === 'redirect' && ending.purpose === 'sign-in')
    return reply.redirect(context.config.publicUrl + ending.returnTo, 303);
  const { provider, purpose } = ending;
  return send(reply, context, ending, { provider, purpose, ok: true });
}

function sendFailure(reply: FastifyReply, context: Context, ending: Ending, error: unknown): FastifyReply {
  if (!(error instanceof SignInError)) return sendUnexpectedError(reply, context, ending, error);
  const { provider, purpose, mode } = ending;
  if (error.code !== 'auth/cancelled')
    context.log.warn({ err: error.cause, code: error.code, provider, purpose }, 'sign-in failed');
  const cancelled = mode === 'popup' ? 'auth/popup-closed-by-user' : 'auth/redirect-cancelled-by-user';
  const code = error.code === 'auth/cancelled' ? cancelled : error.code;
  const message = error.providerMessage;
  if (error.code === 'account_disabled') reply.code(errorCatalogue.account_disabled.status);
  return send(reply, context, ending, {
    provider,
    purpose,
    ok: false,
    code,
    ...(message ? { message } : {}),
  });
}

/** An unexpected error. The browser shows the response, possibly in a popup, so it is a page. */
function sendUnexpectedError(
  reply: FastifyReply,
  context: Context,
  ending: Ending,
  thrown: unknown,
): FastifyReply {
  const error = asFluxError(thrown);
  const { provider, purpose } = ending;
  context.log.error({ err: thrown, code: error.code, provider, purpose }, 'sign-in broke off');
  const result = { provider, purpose, ok: false, code: 'auth/internal-error' } as const;
  return send(reply.code(error.status), context, ending, result);
}

function send(
  reply: FastifyReply,
  context: Context,
  { mode, returnTo }: Ending,
  result: Parameters<typeof resultPage>[2],
): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  // The page's address contains the code, which is consumed but still must not leak.
  const headers = pageHeaders(nonce, context, { unlisted: true });
  return reply.headers(headers).send(resultPage(nonce, mode, result, returnTo));
}

function browserOf(request: FastifyRequest) {
  return { cookieHeader: request.headers.cookie, userAgent: request.headers['user-agent'] ?? '' };
}

/** A parameter that is given twice is not taken at all: two readers could choose differently. */
function single(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
