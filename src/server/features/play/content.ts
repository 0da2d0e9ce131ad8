import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../../context.ts';
import { createPlayCookies } from './access/cookies.ts';
import { Doorman } from './access/doorman.ts';
import { createSealers } from './access/tickets.ts';
import { Shelf } from './bytes/shelf.ts';
import { type Desk, refuse } from './desk.ts';
import { contentHosts } from './hosts.ts';
import { Library } from './library.ts';
import { serveBuild } from './serve-build.ts';
import { isOwnAddress, serveOwn } from './serve-own.ts';
import { parseTarget } from './target.ts';

/** Serves the content origins: the uploaded builds, each app on an origin of its own. */
export interface ContentHandler {
  /** Whether the request's Host names a content origin. */
  owns(request: IncomingMessage): boolean;
  handle(request: IncomingMessage, response: ServerResponse): void;
}

/** A reader that takes nothing for this long is let go; a paused film goes on with another request. */
const defaultStallMilliseconds = 120_000;

export function createContentHandler(
  context: Context,
  { stallMilliseconds = defaultStallMilliseconds } = {},
): ContentHandler {
  const appOf = contentHosts(context.config.contentOrigin);
  const desk: Desk = {
    context,
    library: new Library(context),
    shelf: new Shelf(context),
    doorman: new Doorman(context),
    sealers: createSealers(context),
    cookies: createPlayCookies(context.config),
    stallMilliseconds,
  };
  return {
    owns: (request) => appOf(request.headers.host) !== null,
    handle: (request, response) => {
      const appId = appOf(request.headers.host);
      if (appId === null) return refuse(desk, response, 404);
      receive(desk, appId, request, response).catch((error: unknown) => fail(desk, response, error));
    },
  };
}

async function receive(
  desk: Desk,
  appId: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    // The body of what is refused is not waited for.
    return refuse(desk, response, 405, { Allow: 'GET, HEAD', Connection: 'close' });
  }
  // A worker of an earlier version would outlive a rollback.
  if (request.headers['service-worker'] !== undefined) return refuse(desk, response, 403);
  const target = parseTarget(request.url);
  if (!target) return refuse(desk, response, 400);
  const app = await desk.library.app(appId);
  if (!app) return refuse(desk, response, 404);
  const visit = { request, response, target, app };
  if (isOwnAddress(target.path)) return serveOwn(desk, visit);
  return serveBuild(desk, visit);
}

function fail(desk: Desk, response: ServerResponse, error: unknown): void {
  // Readers go away all the time; that is no failure of ours.
  if (response.destroyed) return;
  desk.context.log.error({ err: error }, 'content request failed');
  if (response.headersSent) response.destroy();
  else refuse(desk, response, 500);
}
