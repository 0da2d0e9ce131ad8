import { percentDecode } from '#shared/files/percent-decode.ts';
import { gameParameters, hasParameter } from '#shared/play/game-query.ts';

export interface Target {
  /** Percent-decoded once, NFC, without the leading slash. */
  path: string;
  /** The query without its question mark, as it came. */
  search: string;
}

/**
 * Takes a request target apart (RFC 9112, 3.2.1). The path is only ever looked up, so nothing is resolved.
 * @returns null for what no honest client sends: another form of target, a hidden encoding or one of no text, a NUL or
 * a backslash, a segment of dots alone
 */
export function parseTarget(url: string | undefined): Target | null {
  if (url === undefined || !/^\/[\x21-\x7e]*$/.test(url)) return null;
  const question = url.indexOf('?');
  const raw = question < 0 ? url : url.slice(0, question);
  const path = decodePath(raw.slice(1));
  if (path === null) return null;
  return { path, search: question < 0 ? '' : url.slice(question + 1) };
}

function decodePath(raw: string): string | null {
  // Nearly every path is plain: nothing to decode, and no segment that begins with a dot.
  if (/^[\w~-][\w~./-]*$/.test(raw) && !raw.includes('/.')) return raw;
  if (/%2f|%5c|%00|\\/i.test(raw)) return null;
  const path = percentDecode(raw);
  if (path === null || path.split('/').some((segment) => segment === '.' || segment === '..')) return null;
  return path.normalize('NFC');
}

/** Whether it is the frame inside of a page of ours that asks, for the creator's own page. */
export function asksForFramed({ search }: Target): boolean {
  return hasParameter(search, gameParameters.framed);
}

/** A path on an origin as an address names it. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
