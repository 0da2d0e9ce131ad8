import type { FastifyRequest } from 'fastify';
import type { Role } from '#shared/accounts/accounts.ts';
import { accountHeader } from '#shared/accounts/sign-in.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Context } from '../../context.ts';
import { bearerToken } from '../../platform/http/guards/bearer.ts';
import { findViewer, findViewerByToken } from './sessions.ts';

/** The requester. Read from the database for each request, so that a revoked right ends immediately. */
export interface Viewer {
  id: string;
  username: string;
  email: string | null;
  role: Role;
  sessionId: string;
  /**
   * The time of the sign-in, at the provider if it reports that; null if unknown. Sensitive actions require a recent
   * sign-in.
   */
  signedInAt: Date | null;
}

/** Several guards ask about the same request; they get the same answer for one look-up. */
const resolved = new WeakMap<FastifyRequest, Promise<Viewer | null>>();

/** @throws FluxError `unauthenticated` if the requesting page shows another user */
export function resolveViewer(context: Context, request: FastifyRequest): Promise<Viewer | null> {
  return resolved.get(request) ?? recheckViewer(context, request);
}

/** Reads the viewer again after a long request, so that changed rights apply. */
export function recheckViewer(context: Context, request: FastifyRequest): Promise<Viewer | null> {
  const viewer = findRequester(context, request).then((found) => readShownUserId(found, request));
  resolved.set(request, viewer);
  return viewer;
}

/** @throws FluxError `unauthenticated` for an invalid token, or one beside another user's cookie */
async function findRequester(context: Context, request: FastifyRequest): Promise<Viewer | null> {
  const byCookie = await findViewer(context, request.headers.cookie);
  const token = bearerToken(request);
  if (token === undefined) return byCookie;
  const byToken = await findViewerByToken(context, token);
  if (byToken === null || (byCookie !== null && byCookie.id !== byToken.id))
    throw new FluxError('unauthenticated');
  return byToken;
}

function readShownUserId(viewer: Viewer | null, request: FastifyRequest): Viewer | null {
  const shown = request.headers[accountHeader];
  if (shown !== undefined && shown !== viewer?.id) throw new FluxError('unauthenticated');
  return viewer;
}
