import type { Server } from 'node:http';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { maxThumbnailBytes, thumbnailTooLargeMessage } from '#shared/apps/thumbnails.ts';
import { tooLargeMessage } from '#shared/versions/build-file.ts';
import type { Context } from './context.ts';
import { createContentDelivery } from './delivery/content.ts';
import { registerPlay } from './delivery/routes.ts';
import { registerAccounts } from './features/accounts/routes.ts';
import { sessionCookie } from './features/accounts/sessions.ts';
import { recheckViewer, resolveViewer, type Viewer } from './features/accounts/viewer.ts';
import { registerAdmin } from './features/admin/routes.ts';
import { registerApiDocs } from './features/api-docs/routes.ts';
import { findPublicApp, listPublicApps } from './features/apps/public-app.ts';
import { registerApps } from './features/apps/routes.ts';
import { registerBilling } from './features/billing/routes.ts';
import { registerMail } from './features/mail/routes.ts';
import { registerOrganizations } from './features/orgs/routes.ts';
import { registerPersonalData } from './features/privacy/routes.ts';
import { registerDeltas } from './features/publishing/deltas/make.ts';
import { registerUploads } from './features/publishing/uploads/routes.ts';
import { registerVersions } from './features/publishing/versions/routes.ts';
import { registerReports } from './features/reports/routes.ts';
import { readUploadLimits } from './features/storage/limits.ts';
import { registerStorage } from './features/storage/routes.ts';
import { registerSubmissionQuota } from './features/submission-quota/routes.ts';
import { registerSupport } from './features/support/routes.ts';
import { ownedContent } from './features/suspension/owned-content.ts';
import { registerSuspension } from './features/suspension/routes.ts';
import { Meter } from './features/usage/meter.ts';
import { registerUsage } from './features/usage/routes.ts';
import { registerHealth } from './health.ts';
import { noticePage, noticePageSources } from './pages/notice-page.ts';
import { clientErrorAnswerer } from './platform/http/connections/header-overflow.ts';
import type { SlowConnectionOptions } from './platform/http/connections/slow-connections.ts';
import { cookieValues } from './platform/http/guards/cookies.ts';
import { createGuardedServer, type GuardOptions, guardRoutes } from './platform/http/guards/guards.ts';
import { collectMethods } from './platform/http/guards/methods.ts';
import type { RefusalPage } from './platform/http/guards/own-host.ts';
import { defaultRateLimits, type RateLimits } from './platform/http/guards/rate-limits.ts';
import { Http } from './platform/http/http.ts';
import { takeJson } from './platform/http/input/json-bodies.ts';
import { handleErrors } from './platform/http/responses/errors.ts';
import { registerWeb } from './web/routes.ts';

export interface App {
  fastify: FastifyInstance;
  server: Server;
  /** To be called when the server closes: as of `RawResponseCache`. */
  endRawResponses(): Promise<void>;
}

export interface AppOptions {
  rateLimits?: RateLimits;
  slowConnections?: SlowConnectionOptions;
  /** Of each process; see `limitConnections`. */
  maxConnections?: number;
  /** The built web app; where the build puts it, if not given. */
  webFolder?: string;
}

/** Announced a hundred times a minute while files are moved or sent, and told of by no page. */
const unseen = new Set(['blob', 'delta-request', 'upload wanted']);

const refusalPage: RefusalPage = (notice) => ({ html: noticePage(notice), sources: noticePageSources });

/** What a feature's `routes.ts` exports: binds its endpoints and registers its background work. */
export type Register = (http: Http<Viewer>, context: Context) => void | Promise<void>;

/** Builds the HTTP server; requests to a content origin never reach Fastify, and the other way round. */
export async function createApp(
  context: Context,
  { rateLimits = defaultRateLimits, slowConnections, maxConnections, webFolder }: AppOptions = {},
): Promise<App> {
  const meter = new Meter();
  const content = createContentDelivery(context, { meter });
  const { publicUrl, trustedProxies, processes } = context.config;
  const { sharedLimits, log } = context;
  const guardOptions: GuardOptions = {
    publicUrl,
    trustedProxies,
    processes,
    sharedLimits,
    log,
    content,
    refusalPage,
    maxConnections,
    slowConnections,
  };
  const fastify = Fastify({
    logger: false,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit: 1_048_576,
    requestTimeout: 0,
    // A request that arrives on an open connection while Flux stops is still answered.
    return503OnClosing: false,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    clientErrorHandler: clientErrorAnswerer(publicUrl),
    serverFactory: (router) => createGuardedServer(guardOptions, router),
  });
  handleErrors(fastify, context.log);
  const methodsOf = collectMethods(fastify);
  // A form of another site may send plain text without asking first; nothing here takes it.
  fastify.removeContentTypeParser('text/plain');
  takeJson(fastify);
  const accountOf = async (request: FastifyRequest) => (await resolveViewer(context, request))?.id ?? null;
  guardRoutes(fastify, guardOptions, accountOf, rateLimits);
  await fastify.register(cookie);
  await fastify.register(multipart);
  const http = new Http<Viewer>(fastify, {
    resolveViewer: (request) => resolveViewer(context, request),
    resolveViewerAnew: (request) => recheckViewer(context, request),
    isAdmin: (viewer) => viewer.role === 'admin',
    idOf: (viewer) => viewer.id,
    senderOf: ({ id, sessionId }) => ({ account: id, session: sessionId }),
    sharedLimits: context.sharedLimits,
    form: async () => ({
      folder: context.folders.uploads,
      files: {
        build: { maxBytes: (await readUploadLimits(context)).maxUploadBytes, tooLarge: tooLargeMessage },
        thumbnail: { maxBytes: maxThumbnailBytes, tooLarge: () => thumbnailTooLargeMessage },
      },
    }),
  });
  const features: Register[] = [
    (http, context) => registerAccounts(http, context, () => readUploadLimits(context)),
    registerMail,
    registerOrganizations,
    (http, context) => registerBilling(http, context, ownedContent),
    registerStorage,
    registerUploads,
    registerApps,
    registerVersions,
    (_http, context) => registerDeltas(context),
    registerPlay,
    registerPersonalData,
    registerSuspension,
    registerSubmissionQuota,
    registerReports,
    registerSupport,
    (http, context) => registerUsage(http, context, meter),
    registerAdmin,
    registerApiDocs,
  ];
  for (const register of features) await register(http, context);
  registerHealth(fastify, context);
  await registerWeb(fastify, context, {
    methodsOf,
    folder: webFolder ?? context.config.webFolder ?? undefined,
    isVisitor: (request) => cookieValues(request.headers.cookie, sessionCookie(context.config)).length === 0,
    onChange: (forget) =>
      context.changes.subscribe({
        onChange: ({ kind }) => {
          if (!unseen.has(kind)) forget();
        },
        onGap: forget,
      }),
    listPublicApps: (limit) => listPublicApps(context, limit),
    // The page itself needs no database; without one it says what it can.
    findPublicApp: (id) =>
      findPublicApp(context, id).catch((error: unknown) => {
        context.log.warn({ err: error }, 'no link preview');
        return null;
      }),
  });
  await fastify.ready();
  return { fastify, server: fastify.server, endRawResponses: content.endRawResponses };
}
