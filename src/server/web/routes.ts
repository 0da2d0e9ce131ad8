import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { nextCursorOf } from '#shared/contract/endpoint-url.ts';
import { errorCatalogue, FluxError } from '#shared/contract/errors.ts';
import type { InitialQuery } from '#shared/play/ssr.ts';
import type { Context } from '../context.ts';
import { acceptsHtml } from '../platform/http/responses/html.ts';
import { pageHeaders } from '../platform/http/responses/security-headers.ts';
import { projectFolder } from '../project-folder.ts';
import { compressEnd, compressMiddle, joinGzip } from '../ssr/compressed-part.ts';
import { ssrHead } from '../ssr/head.ts';
import { loadSsrBundle } from '../ssr/load-bundle.ts';
import { SenderRateLimited, SsrRenderer } from '../ssr/render.ts';
import { requestHints } from '../ssr/request-hints.ts';
import { acceptedEncodings, answerFile } from './answer-file.ts';
import { readWebFiles, type WebFile } from './files.ts';
import { scriptPreload, withPreloads } from './head-tags.ts';
import { type PreviewedApp, withLinkPreview } from './link-preview.ts';
import { withPageHead } from './page-heads.ts';
import { appIdOfPlayPage, isPage, isUnlisted, plainPath } from './page-paths.ts';
import { readPreloads } from './preloads.ts';
import { registerSitemap, type SitemapApp } from './sitemap.ts';
import { splitTemplate } from './template.ts';

export interface WebOptions {
  /** The methods of the features' routes at an address. */
  methodsOf(path: string): string[];
  /** A public application, or null. */
  findPublicApp(id: string): Promise<PreviewedApp | null>;
  /** Whether the request certainly has no session. */
  isVisitor(request: FastifyRequest): boolean;
  /** Calls back at each change that pages may show. */
  onChange(forget: () => void): void;
  /** The newest public applications. */
  listPublicApps(limit: number): Promise<SitemapApp[]>;
  /** The folder of the built web app; the build for the server is beside it. */
  folder?: string | undefined;
}

const builtFolder = join(projectFolder, 'dist/web');

/**
 * Serves the built web app wherever no feature has a route: files by name, the page everywhere else. The page
 * has no ETag: each response has its own nonce, and a cached page under the policy of a later 304 would have
 * the wrong one.
 */
export async function registerWeb(
  fastify: FastifyInstance,
  context: Pick<Context, 'config' | 'log'>,
  { methodsOf, findPublicApp, isVisitor, onChange, listPublicApps, folder = builtFolder }: WebOptions,
): Promise<void> {
  const web = await readWebFiles(folder);
  const preloadsOf = await readPreloads(folder);
  const { beginning, waiting, rest } = splitTemplate(web?.page ?? '');
  const waitingEnd = compressEnd(waiting);
  const bundle = rest ? await loadSsrBundle(`${folder}-server`) : null;
  const ssr = bundle && ssrHead(beginning, (address) => web?.files.get(address)?.identity.toString() ?? '');
  const styles = ssr && compressMiddle(ssr.rest);
  const renderer =
    bundle &&
    new SsrRenderer({
      pages: bundle,
      rest,
      host: new URL(context.config.publicUrl).host,
      query: (query, sender) => queryAsVisitor(fastify, context.config.publicUrl, query, sender),
      onFailure: (err, path) => context.log.warn({ err, path }, 'server-side rendering failed'),
    });
  if (renderer) onChange(() => renderer.invalidate());
  registerSitemap(fastify, { publicUrl: context.config.publicUrl, listPublicApps });
  // Every page permits Stripe's script, because navigation to the checkout does not load a new page.
  const stripe = context.config.payments.service?.name === 'stripe';
  fastify.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const known = isPage(path) || web?.files.has(path);
    const methods = known ? ['GET', 'HEAD'] : methodsOf(path);
    if (methods.length > 0 && !methods.includes(request.method)) {
      reply.header('allow', methods.join(', '));
      throw new FluxError('method_not_allowed');
    }
    const reading = request.method === 'GET' || request.method === 'HEAD';
    const plain = reading ? plainPath(path) : null;
    if (plain !== null) return reply.redirect(plain + request.url.slice(path.length), 308);
    if (!reading || (/^\/(api|assets)\//.test(path) && !web?.files.has(path)))
      throw new FluxError('not_found');
    const file = web?.files.get(path);
    if (file) return sendFile(file, request, reply);
    if (!isPage(path) && !wantsPage(request)) throw new FluxError('not_found');
    if (!web)
      throw new FluxError('unavailable', 'The web app has not been built yet. `npm start` builds it.');
    const appId = appIdOfPlayPage(path);
    const app = appId === null ? null : await findPublicApp(appId);
    const mayBeRendered = isPage(path) && isPlainAddress(request.url) && isVisitor(request);
    const rendered =
      renderer && mayBeRendered && (appId === null || app)
        ? await renderer.render({
            path,
            hints: requestHints(request.headers),
            state: app?.updatedAt.toISOString() ?? '',
            sender: request.ip,
          })
        : null;
    const nonce = randomBytes(18).toString('base64');
    // Inserts the nonce first: names of applications and queries of addresses must not contain its
    // placeholder.
    const preloads = preloadsOf(request.url, { answered: rendered !== null, signedIn: !isVisitor(request) });
    const page =
      rendered && ssr
        ? withPreloads(withNonce(ssr.headWith(preloads.scripts), nonce), [
            ...preloads.tags,
            ...rendered.preloads,
          ])
        : withPreloads(withNonce(beginning, nonce), [
            ...preloads.scripts.map((address) => scriptPreload(address, nonce)),
            ...preloads.tags,
          ]);
    const head = Buffer.from(
      appId === null
        ? withPageHead(page, { publicUrl: context.config.publicUrl, path, found: isPage(path) })
        : withLinkPreview(page, context.config.publicUrl, app),
    );
    reply
      .code(isPage(path) ? 200 : 404)
      .headers(pageHeaders(nonce, context, { unlisted: isUnlisted(path), stripe }))
      .header('vary', 'Cookie, Accept-Encoding');
    const parts = rendered && styles ? [styles, rendered.end] : [waitingEnd];
    if (!acceptedEncodings(request.headers['accept-encoding']).has('gzip'))
      return reply.send(Buffer.concat([head, ...parts.map(({ plain }) => plain)]));
    return reply.header('content-encoding', 'gzip').send(joinGzip(head, parts));
  });
}

function withNonce(page: string, nonce: string): string {
  return page.replaceAll('__CSP_NONCE__', nonce);
}

/** Tracking parameters change nothing on a page. Any other query does, or is a secret. */
function isPlainAddress(url: string): boolean {
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  return [...query.keys()].every((name) => /^(utm_\w+|fbclid|gclid|ref)$/.test(name));
}

/** Calls the API's own handlers without a cookie, so that the result is public data only. */
async function queryAsVisitor(
  fastify: FastifyInstance,
  publicUrl: string,
  { url, paged }: InitialQuery,
  sender: string,
): Promise<unknown> {
  const answer = await fastify.inject({
    url,
    remoteAddress: sender,
    headers: { host: new URL(publicUrl).host },
  });
  if (answer.statusCode === errorCatalogue.too_many_requests.status) throw new SenderRateLimited();
  if (answer.statusCode !== 200) return null;
  const data: unknown = answer.json();
  if (!paged) return data;
  const nextCursor = nextCursorOf(String(answer.headers.link ?? ''));
  return { pages: [{ items: data, nextCursor }], pageParams: [null] };
}

/** A missing script or picture must not get a page as its response, and neither must a request for JSON. */
function wantsPage(request: FastifyRequest): boolean {
  return acceptsHtml(request.headers);
}

function sendFile(file: WebFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body } = answerFile(file, {
    acceptEncoding: request.headers['accept-encoding'],
    ifNoneMatch: request.headers['if-none-match'],
  });
  return reply.code(status).headers(headers).send(body);
}
