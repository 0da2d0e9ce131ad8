import type { IncomingHttpHeaders } from 'node:http';
import { gameParameters } from '#shared/play/game-query.ts';
import { cookieValues, type HostCookie } from '../../platform/http/guards/cookies.ts';
import { acceptsHtml } from '../../platform/http/responses/html.ts';
import { isId } from '../../platform/ids.ts';

/**
 * What a request tells of the version it belongs to. A page keeps the version it began with while another is
 * published: its own address carries `v`, and its requests carry that address as Referer. What a stylesheet, a module or
 * a worker asks for carries theirs instead, so the address of a module or a worker is made to carry `v` as well: they ask
 * for more as long as the page is open. For what a stylesheet asks for the cookie speaks that came with the document, which
 * is one for all tabs and never speaks for a page that is opened anew; where no such cookie came, as in a frame of another
 * site, its address carries `v`, too.
 */
export interface VersionHints {
  /** Version ids named by the request's own address, by its page's address, and by cookies. */
  own: string | null;
  page: string | null;
  /** Whether the own address asks for that version whatever is active, as a preview does. */
  pinned: boolean;
  cookies: string[];
  /** Whether a page is opened, in a tab or in a frame. */
  isNavigation: boolean;
  /** Whether it is for something that asks for more in its own name: as it is loaded, or at any time. */
  asksForMore: 'at once' | 'at any time' | null;
}

export function versionHints(search: string, headers: IncomingHttpHeaders, cookie: HostCookie): VersionHints {
  const isNavigation = opensPage(headers);
  const cookies =
    headers.cookie === undefined || isNavigation ? [] : cookieValues(headers.cookie, cookie).slice(0, 3);
  return {
    own: versionIn(search),
    pinned: valueIn(search)?.split('_')[1] === pin,
    page: versionInReferer(headers),
    cookies: cookies.filter(isId),
    isNavigation,
    asksForMore: asksForMore(headers),
  };
}

function asksForMore(headers: IncomingHttpHeaders): VersionHints['asksForMore'] {
  switch (headers['sec-fetch-dest']) {
    case 'style':
      return 'at once';
    case 'worker':
    case 'sharedworker':
      return 'at any time';
    case 'script':
      // Modules are asked for so, and other scripts only where their page says `crossorigin`.
      return headers['sec-fetch-mode'] === 'cors' ? 'at any time' : null;
    default:
      return null;
  }
}

/**
 * The query that binds a page to a version, with everything else in it left as it was.
 * @returns null where a `v` of the build's own has the place
 */
export function queryWithVersion(search: string, versionId: string): string | null {
  const bound = `${gameParameters.pageVersion}=${versionId}`;
  if (!ownParameter.test(search)) return `${search === '' ? '' : `${search}&`}${bound}`;
  return versionIn(search) === null ? null : search.replace(ownParameter, `$1${bound}`);
}

/** Where a query has `v`. Read without taking all of it apart, which anybody can make long. */
const ownParameter = new RegExp(`(^|&)${gameParameters.pageVersion}(?:=([^&]*))?(?=&|$)`);

const pin = 'pinned';

/** The parameter by which a page is opened in a version; pinned, it is that one also once another is active. */
export function documentQuery(versionId: string, { pinned }: { pinned: boolean }): string {
  return `${gameParameters.pageVersion}=${versionId}${pinned ? `_${pin}` : ''}`;
}

/** The version id of `v={id}` or `v={id}_…` in a query. */
function versionIn(search: string): string | null {
  const version = valueIn(search)?.split('_')[0] ?? '';
  return isId(version) ? version : null;
}

function valueIn(search: string): string | undefined {
  return ownParameter.exec(search)?.[2];
}

function versionInReferer(headers: IncomingHttpHeaders): string | null {
  const { referer, host } = headers;
  if (referer === undefined) return null;
  // No two neighbouring parts take the same characters: a stranger's line is read once.
  const match = /^https?:\/\/([^/?#]+)(?:\/[^?#]*)?\?([^#]*)/i.exec(referer);
  if (!match?.[1] || match[1].toLowerCase() !== host?.toLowerCase()) return null;
  return versionIn(match[2] ?? '');
}

/** Whether a page of this host leads a frame somewhere, the one that it is in or one that it has. */
export function navigatesFrame(headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-dest': destination, host } = headers;
  if (destination !== 'iframe' && destination !== 'frame') return false;
  return refererHost(headers) === host?.toLowerCase();
}

/** Whether a page will stand in another one, as far as the browser says so. */
export function isFramed(headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-dest': destination } = headers;
  return typeof destination === 'string' && destination !== 'document' && pageDestinations.has(destination);
}

/**
 * Whether somebody opens a page themselves, or one of Flux's own pages does. What a build opens on Flux's own host comes from
 * an opaque origin, which is `cross-site` and sends no Referer; browsers say the first on trustworthy origins only.
 */
export function isOpenedByPerson(headers: IncomingHttpHeaders): boolean {
  if (!opensPage(headers)) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'none' || site === 'same-origin';
  return refererHost(headers) === headers.host?.toLowerCase();
}

function refererHost({ referer }: IncomingHttpHeaders): string | undefined {
  return /^https?:\/\/([^/?#]+)/i.exec(referer ?? '')?.[1]?.toLowerCase();
}

/**
 * Whether a tab or a frame asks for a page to go to. What `<object>` and `<embed>` show may be any file, so they do not.
 */
export function opensDocument(headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-dest': destination, 'sec-fetch-mode': mode = 'navigate' } = headers;
  const isDocument = destination === undefined || ['document', 'iframe', 'frame'].includes(`${destination}`);
  return isDocument && mode === 'navigate' && acceptsHtml(headers);
}

const pageDestinations = new Set(['document', 'iframe', 'frame', 'embed', 'object']);

/** Browsers say what a request is for, but only on trustworthy origins; elsewhere pages accept HTML by name. */
export function opensPage(headers: IncomingHttpHeaders): boolean {
  const destination = headers['sec-fetch-dest'];
  if (typeof destination === 'string') return pageDestinations.has(destination);
  return acceptsHtml(headers);
}
