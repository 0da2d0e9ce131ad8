import type { FastifyRequest } from 'fastify';
import type { Role } from '#shared/accounts/accounts.ts';
import { accountHeader } from '#shared/accounts/sign-in.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Context } from '../../context.ts';
import { bearerToken } from '../../platform/http/guards/bearer.ts';
import { findViewer, findViewerByToken } from './sessions.ts';

/** Who makes a request. Read from the database for each request, so that a right taken away is gone at once. */
export interface Viewer {
  id: string;
  username: string;
  email: string | null;
  role: Role;
  sessionId: string;
  /**
   * When they signed in, at the provider too where it says so; null where that is not known to be lately. Some things
   * call for a fresh sign-in.
   */
  signedInAt: Date | null;
}

/** Several guards ask about the same request; they get the same answer for one look-up. */
const resolved = new WeakMap<FastifyRequest, Promise<Viewer | null>>();

/** @throws FluxError `unauthenticated` where the page that asks shows somebody else */
export function resolveViewer(context: Context, request: FastifyRequest): Promise<Viewer | null> {
  return resolved.get(request) ?? resolveViewerAnew(context, request);
}

/** For a request that has taken its time: what is found now counts from now on. */
export function resolveViewerAnew(context: Context, request: FastifyRequest): Promise<Viewer | null> {
  const viewer = findRequester(context, request).then((found) => whomItShows(found, request));
  resolved.set(request, viewer);
  return viewer;
}

/** @throws FluxError `unauthenticated` for a token that is not valid, or beside the cookie of somebody else */
async function findRequester(context: Context, request: FastifyRequest): Promise<Viewer | null> {
  const byCookie = await findViewer(context, request.headers.cookie);
  const token = bearerToken(request);
  if (token === undefined) return byCookie;
  const byToken = await findViewerByToken(context, token);
  if (byToken === null || (byCookie !== null && byCookie.id !== byToken.id))
    throw new FluxError('unauthenticated');
  return byToken;
}

function whomItShows(viewer: Viewer | null, request: FastifyRequest): Viewer | null {
  const shown = request.headers[accountHeader];
  if (shown !== undefined && shown !== viewer?.id) throw new FluxError('unauthenticated');
  return viewer;
}
