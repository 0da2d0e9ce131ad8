import type { Guard } from '../guards/guards.ts';
import { baseHeaders } from '../responses/security-headers.ts';
import { tooManyCookies } from './header-overflow.ts';

/**
 * Characters of a request's target and of each of its headers: what nginx takes, and more than any browser sends. Cookies
 * alone may be longer (`header-overflow.ts`). What reads a header may take it apart piece by piece, and its pieces cost
 * much more than their bytes.
 */
export const maxHeaderLength = 8_192;
/** Browsers keep 180 of a site. */
export const maxCookies = 1_000;

/** 414 for a long target, 431 for a long header or too many cookies. */
export function limitHeaders(publicUrl: string): Guard {
  return (next) => (request, response) => {
    if ((request.url?.length ?? 0) > maxHeaderLength) return refuse(414, tooLong('The address'));
    const { headers } = request;
    for (const name in headers)
      if (name !== 'cookie' && (headers[name]?.length ?? 0) > maxHeaderLength)
        return refuse(431, tooLong(`The header ${name}`));
    const { cookie } = headers;
    if (cookie !== undefined && cookie.length > maxHeaderLength && countPairs(cookie) > maxCookies)
      return refuse(431, tooManyCookies);
    next(request, response);

    function refuse(
      status: number,
      { headers, page }: { headers: Record<string, string>; page: string },
    ): void {
      response.writeHead(status, { ...baseHeaders(publicUrl), ...headers, connection: 'close' });
      response.end(page);
    }
  };
}

function tooLong(what: string) {
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  return { headers, page: `${what} is longer than the ${maxHeaderLength} characters that are read of it.\n` };
}

function countPairs(cookie: string): number {
  let count = 1;
  for (let at = cookie.indexOf(';'); at >= 0; at = cookie.indexOf(';', at + 1)) count += 1;
  return count;
}
