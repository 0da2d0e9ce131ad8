import type { IncomingMessage } from 'node:http';
import { isCertificateProof } from '#shared/files/junk.ts';
import { emptyPagePath } from '#shared/play/empty-page.ts';
import { withFramed, withQuery } from '#shared/play/game-query.ts';
import { isIsolated } from '#shared/play/isolation.ts';
import { admit, mayPreview } from '../access/admit.ts';
import { type Headers, isDocument, permissionsPolicy } from '../access/protection.ts';
import { tabIsolation } from '../access/tab-isolation.ts';
import type { Manifest } from '../bytes/manifest-cache.ts';
import { preloadLinks, takesDeltas } from '../bytes/preloads.ts';
import type { ContentRequest, DeliveryContext } from '../delivery-context.ts';
import { isPlay } from '../plays.ts';
import { type Resolution, refusal } from '../resolution.ts';
import { contentTypeIn } from './address.ts';
import type { ContentAddress } from './content-address.ts';
import { findFile, findStartPage } from './find-file.ts';
import { isInternalPath, resolveInternal } from './resolve-internal.ts';
import { findActiveBase, resolveVersion } from './resolve-version.ts';
import { encodePath, parseTarget } from './target.ts';
import { navigatesFrame, opensDocument, opensPage } from './version-resolution.ts';

/**
 * Decides what a request on a content origin gets: application, access, version, then page or file. Reads, and changes
 * nothing.
 */
export async function resolveContentRequest(
  delivery: DeliveryContext,
  address: ContentAddress,
  request: IncomingMessage,
): Promise<Resolution> {
  const isSameHost = address.versionId !== null;
  if (request.method === 'OPTIONS' && isSameHost) return { kind: 'preflight' };
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    // The connection closes, because the body is not read.
    return refusal(405, { headers: { Allow: 'GET, HEAD', Connection: 'close' } });
  }
  if (request.headers['service-worker'] !== undefined)
    return isSameHost ? refusal(403) : { kind: 'service-worker' };
  const target = parseTarget(address.target);
  if (!target) return refusal(400);
  // Only the operator of the host answers a certificate authority, never a build.
  if (isCertificateProof(target.path)) return refusal(404);
  for (const isIsolated of [false, true])
    if (`/${target.path}` === emptyPagePath(isIsolated)) return { kind: 'empty-page', isIsolated };
  const app = await delivery.manifestCache.app(address.appId);
  if (!app) return refusal(404);
  const content = { request, address, target, app };
  return isInternalPath(target.path) ? resolveInternal(delivery, content) : resolveBuild(delivery, content);
}

/** A path of the build itself. */
async function resolveBuild(delivery: DeliveryContext, content: ContentRequest): Promise<Resolution> {
  const { request, address, target, app } = content;
  const { base } = address;
  const admission = await admit(delivery, content);
  if (!admission) return refusal(404);
  const activeBase = await findActiveBase(delivery, content);
  if (activeBase) return redirect(activeBase, target.path, target.search);
  const version = await resolveVersion(delivery, content);
  if (!version) return refusal(404);

  const { manifest, documentQuery, scriptQuery } = version;
  const isHeldBack = manifest.version.heldBack.length > 0 && opensPage(request.headers);
  if (isHeldBack && !(await mayPreview(delivery, content))) return refusal('unplayable');
  const threads = isIsolated(app.threadIsolation, manifest.version.report.threads);
  // Shared caches must not store what only approvers may see.
  const isPublic = app.isPublic && manifest.version.approval === 'approved' && !isHeldBack;
  const facts = { threads, renewal: admission.renewal };

  const found = findFile(manifest, target.path);
  const isRoute = found === null && app.singlePageRoutes && opensDocument(request.headers);
  const page = await delivery.themes.find(app, manifest, isRoute ? { ...target, path: '' } : target);
  if (page) {
    const query = documentQuery ?? target.search;
    if (page.framesPage && isInsideOwnPage(content)) return redirect(base, target.path, withFramed(query));
    if (documentQuery !== null) return redirect(base, target.path, documentQuery);
    // The page names the parts of the build relative to the root.
    if (isRoute && page.startsGame) return redirect(base, '', query);
    const link = page.startsGame ? linkHeader(content, manifest, 'made') : null;
    const extra = documentHeaders(delivery, content, manifest, { ...facts, link });
    const isCounted = page.showsGame && isPlay(content);
    return { kind: 'page', page, isPublic, threads, extra, isPlay: isCounted };
  }

  const shown = isRoute ? findStartPage(manifest) : found;
  if (shown === null) return refusal(404, { start: `${base}/`, missing: { manifest, path: target.path } });
  if ('redirectTo' in shown) return redirect(base, shown.redirectTo, target.search);
  const { file } = shown;
  // Unity's own scripts and workers get every address from their page. At another address they would load twice.
  if (scriptQuery !== null && file.role === null) return redirect(base, target.path, scriptQuery);
  const document = isDocument(contentTypeIn(file, 'identity'));
  if (document && documentQuery !== null) return redirect(base, target.path, documentQuery);
  const isEntry = file.path === manifest.version.report.entry;
  // At a route, the page may request its parts at other addresses.
  const link = isEntry && !isRoute ? linkHeader(content, manifest, 'own') : null;
  return {
    kind: 'file',
    isPlay: isEntry && isPlay(content),
    base,
    file,
    address: 'stable',
    dictionaryPattern: null,
    isPublic,
    threads,
    // A document may redirect, and an entry counts a play. A change of the application replaces its object in the cache.
    holds: isPublic && !document && !isEntry ? () => delivery.manifestCache.knownApp(app.id) === app : null,
    extra: document ? documentHeaders(delivery, content, manifest, { ...facts, link }) : null,
  };
}

function redirect(base: string, path: string, search: string): Resolution {
  const location = withQuery(`${base}/${encodePath(path)}`, search);
  return { kind: 'redirect', status: 302, location };
}

/**
 * Whether the creator's page, framed by a page of Flux, navigates its frame here. On Flux's own host, Flux's pages have the
 * same host and builds send no Referer, so that page detects it by itself.
 */
function isInsideOwnPage({ request, address }: ContentRequest): boolean {
  return address.versionId === null && navigatesFrame(request.headers);
}

function linkHeader(
  { request, address }: ContentRequest,
  manifest: Manifest,
  page: 'made' | 'own',
): string | null {
  // Flux's own pages give immutable addresses to loaders that accept them. Other pages know only stable addresses.
  const immutable = page === 'made' && manifest.version.report.loader !== 'UnityLoader';
  return preloadLinks(manifest.preloads, {
    base: address.base,
    address: immutable ? 'immutable' : 'stable',
    hasStorage: address.versionId === null,
    takesDeltas: takesDeltas(request.headers),
  });
}

interface DocumentFacts {
  link: string | null;
  /** Whether the page is isolated for threads. */
  threads: boolean;
  /** The `Set-Cookie` value of a renewed grant. */
  renewal: string | null;
}

function documentHeaders(
  delivery: DeliveryContext,
  { request, address, app }: ContentRequest,
  { version }: Manifest,
  { link, threads, renewal }: DocumentFacts,
): Headers {
  const headers: Headers = {
    'Permissions-Policy': permissionsPolicy(app.deviceAccess, request.headers),
    ...(link === null ? {} : { Link: link }),
  };
  // On Flux's own host, a cookie of a build would reach every application, and threads are not available.
  if (address.versionId !== null) return headers;
  Object.assign(headers, tabIsolation(threads, request.headers));
  const setCookie = [delivery.cookies.serialize(delivery.cookies.version, version.id)];
  if (renewal !== null) setCookie.push(renewal);
  return { ...headers, 'Set-Cookie': setCookie };
}
