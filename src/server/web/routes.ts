import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FluxError } from '#shared/errors.ts';
import type { Context } from '../context.ts';
import { pageHeaders } from '../platform/http/security-headers.ts';
import { answerFile } from './answer-file.ts';
import { readWebFiles, type WebFile } from './files.ts';
import { withPreloads } from './head-tags.ts';
import { type PreviewedApp, withLinkPreview } from './link-preview.ts';
import { withPageHead } from './page-heads.ts';
import { isPage, isUnlisted, playedApp } from './page-paths.ts';
import { readPreloads } from './preloads.ts';
import { registerSitemap, type SitemapApp } from './sitemap.ts';

export interface WebOptions {
  /** Which methods the features take at an address. */
  methodsOf(path: string): string[];
  /** An app that everybody may know of, or null. */
  findPublicApp(id: string): Promise<PreviewedApp | null>;
  /** The newest of what everybody may know of. */
  listPublicApps(limit: number): Promise<SitemapApp[]>;
  /** Where the build put the web app. */
  folder?: string | undefined;
}

const builtFolder = fileURLToPath(new URL('../../../dist/web', import.meta.url));

/**
 * Serves the built web app wherever no feature has a route: its files by name, its page everywhere else. The page has
 * no ETag: each answer holds a nonce of its own, and a stored page under the policy of a later 304 would have the
 * wrong one.
 */
export async function registerWeb(
  fastify: FastifyInstance,
  context: Pick<Context, 'config'>,
  { methodsOf, findPublicApp, listPublicApps, folder = builtFolder }: WebOptions,
): Promise<void> {
  const web = await readWebFiles(folder);
  const preloadsOf = await readPreloads(folder);
  registerSitemap(fastify, { publicUrl: context.config.publicUrl, listPublicApps });
  // On every page: whoever goes on to the plans and pays there loads no other one.
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
    if (!reading || (/^\/(api|assets)\//.test(path) && !web?.files.has(path)))
      throw new FluxError('not_found');
    const file = web?.files.get(path);
    if (file) return sendFile(file, request, reply);
    if (!isPage(path) && !wantsPage(request)) throw new FluxError('not_found');
    if (!web)
      throw new FluxError('unavailable', 'The web app has not been built yet. `npm start` builds it.');
    const appId = playedApp(path);
    const nonce = randomBytes(18).toString('base64');
    // First the nonce: no app may have its place in what it is called, and no address in its query.
    const page = withPreloads(web.page.replaceAll('__CSP_NONCE__', nonce), preloadsOf(request.url, nonce));
    return reply
      .code(isPage(path) ? 200 : 404)
      .headers(pageHeaders(nonce, context, { unlisted: isUnlisted(path), stripe }))
      .send(
        appId === null
          ? withPageHead(page, { publicUrl: context.config.publicUrl, path, found: isPage(path) })
          : withLinkPreview(page, context.config.publicUrl, await findPublicApp(appId)),
      );
  });
}

/** A script or picture that is gone must not be answered by a page, nor must a program that asks for JSON. */
function wantsPage(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') ?? false;
}

function sendFile(file: WebFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body } = answerFile(file, {
    acceptEncoding: request.headers['accept-encoding'],
    ifNoneMatch: request.headers['if-none-match'],
  });
  return reply.code(status).headers(headers).send(body);
}
