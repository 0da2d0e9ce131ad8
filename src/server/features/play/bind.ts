import type { IncomingHttpHeaders } from 'node:http';
import { cookieValues, type HostCookie } from '../../platform/http/cookies.ts';
import { isId } from '../../platform/ids.ts';

/**
 * The versions that a request may be bound to, the surest sign first; each still has to be a version of the app.
 * A page keeps the version it began with while another is published: its own address carries `v`, and its
 * requests carry that address as Referer. What a stylesheet or a worker asks for carries theirs instead, so the
 * cookie that came with the document speaks for those; it never speaks for a page that is opened anew.
 */
export function boundVersions(search: string, headers: IncomingHttpHeaders, cookie: HostCookie): string[] {
  const wanted = [versionIn(search), versionInReferer(headers)];
  if (headers.cookie !== undefined && !isNavigation(headers))
    wanted.push(...cookieValues(headers.cookie, cookie).slice(0, 3));
  return wanted.filter((version): version is string => version !== null && isId(version));
}

/** The version id of `v={id}` or `v={id}_…` in a query. */
function versionIn(search: string): string | null {
  if (!search.includes('v=')) return null;
  return new URLSearchParams(search).get('v')?.split('_')[0] ?? null;
}

function versionInReferer(headers: IncomingHttpHeaders): string | null {
  const { referer, host } = headers;
  if (referer === undefined) return null;
  const match = /^https?:\/\/([^/?#]+)[^?#]*\?([^#]*)/i.exec(referer);
  if (!match?.[1] || match[1].toLowerCase() !== host?.toLowerCase()) return null;
  return versionIn(match[2] ?? '');
}

const pageDestinations = new Set(['document', 'iframe', 'frame', 'embed', 'object']);

/** Browsers say what a request is for, but only on trustworthy origins; elsewhere pages accept HTML by name. */
function isNavigation(headers: IncomingHttpHeaders): boolean {
  const destination = headers['sec-fetch-dest'];
  if (typeof destination === 'string') return pageDestinations.has(destination);
  return headers.accept?.includes('text/html') ?? false;
}
