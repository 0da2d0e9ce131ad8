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
import { beginAttempt, type Errand, forgetBrowser, type SignInMode, takeAttempt } from './attempts.ts';
import { type IdentityProvider, type IdentityProviders, SignInError } from './identity-provider.ts';
import { isFreshlySignedIn } from './own/fresh-sign-in.ts';
import { resultPage } from './result-page.ts';
import { safeReturnPath } from './return-path.ts';
import { finishErrand } from './sign-in.ts';
import { resolveViewer } from './viewer.ts';

interface SignInRequest {
  Params: { provider: string };
  Querystring: Record<string, string | string[] | undefined>;
}

/** How the person is told what came of it. */
interface Ending {
  provider: SignInProvider;
  mode: SignInMode;
  purpose: SignInPurpose;
  returnTo: string;
}

/**
 * `/auth/{provider}/start` sends the browser to the provider, `/auth/{provider}/callback` takes it back. To confirm,
 * the person must have signed in there since the start: the provider is asked for it in the address, where anybody can
 * take it out again, and its ID token says when it was. An OpenID Connect issuer and Microsoft can do that; GitHub and
 * Google cannot (own/fresh-sign-in.ts).
 */
export function bindSignIn(fastify: FastifyInstance, context: Context, providers: IdentityProviders): void {
  const findProvider = (name: string): IdentityProvider => {
    const provider = [...providers.values()].find((candidate) => candidate.name === name);
    if (!provider) throw new FluxError('not_found', 'This sign-in method is not available here.');
    return provider;
  };
  /** A person is waiting in front of the browser: whoever is turned away for haste gets a page too. */
  const options = {
    config: { counted: 'sign-in' },
    errorHandler: (error: Error, request: FastifyRequest<SignInRequest>, reply: FastifyReply) => {
      const known = [...providers.keys()].find((name) => name === request.params.provider);
      if (!known || !(error instanceof FluxError) || error.code !== 'too_many_requests') throw error;
      if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
      return sendFailure(
        reply.code(429),
        context,
        askedEnding(known, request),
        new SignInError('auth/too-many-requests'),
      );
    },
  } as const;

  fastify.get<SignInRequest>('/auth/:provider/start', options, async (request, reply) => {
    const provider = findProvider(request.params.provider);
    const ending = askedEnding(provider.name, request);
    if (ending.purpose !== (request.query.purpose ?? 'sign-in')) throw new FluxError('invalid_input');
    // Adding and confirming begin on a page of Flux, or another site could lead somebody through them.
    if (ending.purpose !== 'sign-in' && !cameFromFlux(request, context.config.publicUrl))
      throw new FluxError('cross_site');
    try {
      const errand = await askedErrand(context, ending.purpose, request);
      const attempt = { provider: provider.name, mode: ending.mode, errand, returnTo: ending.returnTo };
      const { checks, setCookie } = await beginAttempt(context, attempt, request.headers.cookie);
      const location = await provider.authorizationUrl(checks, errand.purpose);
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
      ending = { ...attempt, purpose: attempt.errand.purpose };
      const callback = new URL(context.config.publicUrl + request.url);
      const within = attempt.errand.purpose === 'confirm' ? Math.ceil(attempt.ageMilliseconds / 1000) : null;
      const identity = await provider.redeem(callback, attempt.checks, within);
      const session = await finishErrand(context, attempt.errand, provider, identity, browserOf(request));
      const forgotten = await forgetBrowser(context, attempt.browserHash);
      reply.header('set-cookie', [...(session ? [session] : []), ...forgotten]);
      return sendSuccess(reply, context, ending);
    } catch (error) {
      return sendFailure(reply, context, ending, error);
    }
  });
}

/** What the person wants, who must be signed in for all but signing in. */
async function askedErrand(
  context: Context,
  purpose: SignInPurpose,
  request: FastifyRequest,
): Promise<Errand> {
  if (purpose === 'sign-in') return { purpose, userId: null };
  const viewer = await resolveViewer(context, request);
  if (!viewer) throw new SignInError('auth/no-current-user');
  // Whoever finds a browser open must not be able to give themselves a way in for good.
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

function askedEnding(provider: SignInProvider, { query }: FastifyRequest<SignInRequest>): Ending {
  const purpose = single(query.purpose) ?? 'sign-in';
  return {
    provider,
    mode: query.mode === 'popup' ? 'popup' : 'redirect',
    purpose: signInPurposes.find((known) => known === purpose) ?? 'sign-in',
    returnTo: safeReturnPath(single(query.return)),
  };
}

/** Of a callback that belongs to no attempt. */
function unknownEnding(provider: SignInProvider): Ending {
  return { provider, mode: signInProviders[provider].flow, purpose: 'sign-in', returnTo: '/' };
}

/** After a redirect to sign in, the page that was wanted says enough by itself. */
function sendSuccess(reply: FastifyReply, context: Context, ending: Ending): FastifyReply {
  if (ending.mode === 'redirect' && ending.purpose === 'sign-in')
    return reply.redirect(context.config.publicUrl + ending.returnTo, 303);
  const { provider, purpose } = ending;
  return send(reply, context, ending, { provider, purpose, ok: true });
}

function sendFailure(reply: FastifyReply, context: Context, ending: Ending, error: unknown): FastifyReply {
  if (!(error instanceof SignInError)) return sendMishap(reply, context, ending, error);
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

/** What nobody foresaw. Somebody waits in front of the browser, in a window of its own even: they get a page too. */
function sendMishap(reply: FastifyReply, context: Context, ending: Ending, thrown: unknown): FastifyReply {
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
  // Its address holds the code, which is spent, and still is nobody else's to read.
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
