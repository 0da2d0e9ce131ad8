import { withFramed, withQuery } from '#shared/play/game-query.ts';
import { isIsolated } from '#shared/play/isolation.ts';
import type { PlayableApp } from '../features/apps/store.ts';
import { admit, mayPreview } from './access/admit.ts';
import { type Headers, isDocument, noticeHeaders, permissionsPolicy } from './access/protection.ts';
import { tabIsolation } from './access/tab-isolation.ts';
import type { Manifest } from './bytes/manifest-cache.ts';
import type { MaybePromise } from './bytes/maybe-promise.ts';
import { preloadLinks, takesDeltas } from './bytes/preloads.ts';
import { deliver } from './deliver.ts';
import { type DeliveryContext, refuse, type Visit } from './delivery-context.ts';
import { answerPage } from './pages/theme/answer-page.ts';
import { notePlay } from './plays.ts';
import { contentTypeIn, type ServedFile } from './routing/address.ts';
import { type Place, privateBase, publicBase } from './routing/place.ts';
import { encodePath } from './routing/target.ts';
import {
  isOpenedByPerson,
  navigatesFrame,
  opensDocument,
  opensPage,
  queryWithVersion,
  type VersionHints,
  versionHints,
} from './routing/version-resolution.ts';

/** Answers a path of the build itself. */
export async function serveBuild(delivery: DeliveryContext, visit: Visit): Promise<void> {
  const { request, response, place, target, app } = visit;
  const { base } = place;
  const admitted = admit(delivery, visit);
  const admission = admitted instanceof Promise ? await admitted : admitted;
  const todaysBase = admission && (await findTodaysBase(delivery, visit));
  if (todaysBase) return move(delivery, { response, base: todaysBase }, target.path, target.search);
  const bound = admission && (await bindVersion(delivery, visit));
  if (!admission || !bound) return refuse(delivery, response, 404);
  const { manifest } = bound;
  const isHeldBack = isHeldBackPage(visit, manifest);
  if (isHeldBack && !(await mayPreview(delivery, visit))) return refuse(delivery, response, 'unplayable');
  const threads = isIsolated(app.threadIsolation, manifest.version.report.threads);
  // No cache that others share keeps what only those who decide may see.
  const isPublic = app.isPublic && manifest.version.approval === 'approved' && !isHeldBack;
  const found = findFile(manifest, target.path);
  const isRoute = found === null && app.singlePageRoutes && opensDocument(request.headers);
  const making = delivery.themes.find(app, manifest, isRoute ? { ...target, path: '' } : target);
  const made = making && (await making);
  if (made) {
    const query = bound.query ?? target.search;
    if (made.framesPage && isInsideOwnPage(visit))
      return move(delivery, { response, base }, target.path, withFramed(query));
    if (bound.query !== null) return move(delivery, { response, base }, target.path, bound.query);
    // It names the parts of the build relative to the root.
    if (isRoute && made.startsGame) return move(delivery, { response, base }, '', query);
    const link = made.startsGame ? linkOf(visit, manifest, 'made') : null;
    const extra = documentExtra(delivery, visit, manifest, { link, threads, renewal: admission.renewal });
    if (made.showsGame) notePlay(delivery, visit);
    return answerPage(delivery, visit, made, { isPublic, threads, extra });
  }
  const shown = isRoute ? findStartPage(manifest) : found;
  if (shown === null) {
    delivery.missingFiles.note(manifest, target.path);
    return refuse(delivery, response, 404, { start: `${base}/` });
  }
  if ('movedTo' in shown) return move(delivery, { response, base }, shown.movedTo, target.search);
  const { file } = shown;
  // Unity's own scripts and workers are told every address by their page, and at another one they would be loaded twice.
  if (bound.onward !== null && file.role === null)
    return move(delivery, { response, base }, target.path, bound.onward);
  const document = isDocument(contentTypeIn(file, 'identity'));
  if (document && bound.query !== null) return move(delivery, { response, base }, target.path, bound.query);
  const isEntry = file.path === manifest.version.report.entry;
  // At another path the page may ask for its parts by other addresses.
  const link = isEntry && !isRoute ? linkOf(visit, manifest, 'own') : null;
  if (isEntry) notePlay(delivery, visit);
  await deliver(delivery, {
    request,
    response,
    base,
    file,
    address: 'stable',
    dictionaryPattern: null,
    isPublic,
    threads,
    // A page's address may have to change, and opening the game counts. Whatever changes about a version is announced of its
    // app, which is another object then.
    holds: isPublic && !document && !isEntry ? () => delivery.manifestCache.knownApp(app.id) === app : null,
    extra: document
      ? documentExtra(delivery, visit, manifest, { link, threads, renewal: admission.renewal })
      : null,
  });
}

/** Visitors are told of a build that cannot start, before it fails in front of them. */
function isHeldBackPage({ request }: Visit, { version }: Manifest): boolean {
  return version.heldBack.length > 0 && opensPage(request.headers);
}

interface Binding {
  manifest: Manifest;
  /** The query that a page has to be opened with, so that what it asks for can be told to be its own; or null. */
  query: string | null;
  /** The query that what asks for more has to be loaded with, for the same reason; null where a cookie does. */
  onward: string | null;
}

const binding = (manifest: Manifest | null, query: string | null = null): Binding | null =>
  manifest && { manifest, query, onward: null };

/** The version that a request belongs to; null where that one is gone: a page never gets another one's files. */
async function bindVersion(delivery: DeliveryContext, visit: Visit): Promise<Binding | null> {
  const { request, place, target, app } = visit;
  const hints = versionHints(target.search, request.headers, delivery.cookies.version);
  const find = async (id: string) => {
    const manifest = await delivery.manifestCache.manifest(id);
    if (manifest?.version.appId !== app.id) return null;
    const isOpen = id === app.activeVersionId || manifest.version.approval === 'approved';
    return isOpen || (await mayPreview(delivery, visit)) ? manifest : null;
  };
  if (place.versionId !== null) {
    return binding(await find(place.versionId));
  }
  const own = hints.own === null ? null : await find(hints.own);
  const today = own && (await findToday(delivery, app, hints));
  if (own && today === null) return binding(own);
  const page = hints.page === null ? null : await find(hints.page);
  if (hints.isNavigation) {
    const manifest = page ?? (await findActive(delivery, today ?? app));
    return manifest && binding(manifest, queryWithVersion(target.search, manifest.version.id));
  }
  if (hints.page !== null) {
    const passesOn =
      hints.asksForMore === 'at any time' ||
      (hints.asksForMore === 'at once' && hints.cookies[0] !== hints.page);
    const onward = passesOn ? queryWithVersion(target.search, hints.page) : null;
    return page && { manifest: page, query: null, onward };
  }
  for (const cookie of hints.cookies) {
    const manifest = await find(cookie);
    if (manifest) return binding(manifest);
  }
  if (hints.cookies.length > 0) return null;
  const active = findActive(delivery, app);
  const manifest = active instanceof Promise ? await active : active;
  return binding(manifest);
}

/**
 * The app as it is now where a page is opened by the address of a version that was active once: a tab that is loaded again, a
 * bookmark, a link that somebody copied. What a page itself opens in its own version goes on with it; null then.
 */
async function findToday(
  delivery: DeliveryContext,
  app: PlayableApp,
  hints: VersionHints,
): Promise<PlayableApp | null> {
  const { own, page, pinned, isNavigation } = hints;
  if (!isNavigation || pinned || own === page) return null;
  return findUpdated(delivery, app, own);
}

/** The same on Flux's own host, where the path names the version: what stands before it in the active one's; or null. */
async function findTodaysBase(
  delivery: DeliveryContext,
  { request, place, target, app }: Visit,
): Promise<string | null> {
  if (place.versionId === null || !isOpenedByPerson(request.headers)) return null;
  if (versionHints(target.search, request.headers, delivery.cookies.version).pinned) return null;
  const today = await findUpdated(delivery, app, place.versionId);
  if (!today) return null;
  const versionId = today.activeVersionId;
  return place.grant
    ? privateBase(delivery.sealers, { ...place.grant, versionId })
    : publicBase(app.id, versionId);
}

/** The app as it is now where another version than this one is active; null where it is this one. */
async function findUpdated(
  delivery: DeliveryContext,
  app: PlayableApp,
  versionId: string | null,
): Promise<PlayableApp | null> {
  if (versionId === app.activeVersionId) return null;
  // Of a version that was published a moment ago word may not have come yet: two processes would send each other the page.
  const fresh = await delivery.manifestCache.freshApp(app.id);
  return fresh?.activeVersionId === versionId ? null : fresh;
}

/**
 * Whether the creator's page, which a page of ours frames already, leads its frame here. On Flux's own host Flux's pages
 * are of the same host, and builds say nothing; there that page finds out by itself.
 */
function isInsideOwnPage({ request, place }: Visit): boolean {
  return place.versionId === null && navigatesFrame(request.headers);
}

function findActive(delivery: DeliveryContext, app: PlayableApp): MaybePromise<Manifest | null> {
  const manifest = delivery.manifestCache.manifest(app.activeVersionId);
  return manifest instanceof Promise ? activeOrFresh(delivery, app, manifest) : manifest;
}

async function activeOrFresh(
  delivery: DeliveryContext,
  app: PlayableApp,
  active: Promise<Manifest | null>,
): Promise<Manifest | null> {
  const manifest = await active;
  if (manifest) return manifest;
  // It was rolled back and deleted a moment ago, and word of it has not come yet.
  const fresh = await delivery.manifestCache.freshApp(app.id);
  return fresh && delivery.manifestCache.manifest(fresh.activeVersionId);
}

function move(
  { context }: DeliveryContext,
  { response, base }: Pick<Visit, 'response'> & Pick<Place, 'base'>,
  path: string,
  search: string,
): void {
  response.writeHead(302, {
    ...noticeHeaders(context.config),
    Location: withQuery(`${base}/${encodePath(path)}`, search),
    'Content-Length': 0,
  });
  response.end();
}

type Found = { file: ServedFile } | { movedTo: string };

/**
 * The file at a path, by exact look-up alone. Slashes that a page's script doubles within it are one, as most servers take
 * them; a page itself is led on, since what it asks for is relative to its address.
 */
function findFile(manifest: Manifest, path: string): Found | null {
  const exact = findExactly(manifest, path);
  const merged = path.replaceAll(/(?<=[^/])\/{2,}/g, '/');
  if (exact || merged === path) return exact;
  const found = findExactly(manifest, merged);
  if (!found || 'movedTo' in found) return found;
  return isDocument(contentTypeIn(found.file, 'identity')) ? { movedTo: merged } : found;
}

/** The page that a single-page game shows at paths of its own. */
function findStartPage({ files, version }: Pick<Manifest, 'files' | 'version'>): Found | null {
  const file = files.get(version.report.entry);
  return file ? { file } : null;
}

/** A folder leads to its page. */
function findExactly({ files, version }: Pick<Manifest, 'files' | 'version'>, path: string): Found | null {
  const exact = files.get(path);
  if (exact) return { file: exact };
  if (path === '') {
    const { entry } = version.report;
    const file = files.get(entry);
    if (!file) return null;
    return entry.includes('/') ? { movedTo: entry } : { file };
  }
  if (path.endsWith('/')) {
    const file = files.get(`${path}index.html`);
    return file ? { file } : null;
  }
  return files.has(`${path}/index.html`) ? { movedTo: `${path}/` } : null;
}

function linkOf({ request, place }: Visit, manifest: Manifest, page: 'made' | 'own'): string | null {
  // Flux's own pages name the immutable addresses to the loaders that take them; all else knows none but the stable ones.
  const immutable = page === 'made' && manifest.version.report.loader !== 'UnityLoader';
  return preloadLinks(manifest.preloads, {
    base: place.base,
    address: immutable ? 'immutable' : 'stable',
    hasStorage: place.versionId === null,
    takesDeltas: takesDeltas(request.headers),
  });
}

interface DocumentFacts {
  link: string | null;
  /** Whether the page is isolated for threads. */
  threads: boolean;
  /** A cookie that prolongs the way in. */
  renewal: string | null;
}

function documentExtra(
  delivery: DeliveryContext,
  { request, place, app }: Visit,
  { version }: Manifest,
  { link, threads, renewal }: DocumentFacts,
): Headers {
  const extra: Headers = {
    'Permissions-Policy': permissionsPolicy(app.deviceAccess, request.headers),
    ...(link === null ? {} : { Link: link }),
  };
  // On Flux's own host a build may set no cookie: it would be everybody's. Nor has it threads there.
  if (place.versionId !== null) return extra;
  Object.assign(extra, tabIsolation(threads, request.headers));
  const setCookie = [delivery.cookies.serialize(delivery.cookies.version, version.id)];
  if (renewal !== null) setCookie.push(renewal);
  return { ...extra, 'Set-Cookie': setCookie };
}
