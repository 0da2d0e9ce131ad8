import type { IncomingMessage, ServerResponse } from 'node:http';
import { baseHeaders } from './security-headers.ts';

/**
 * Characters of a request's target and of each of its headers: what nginx takes, and more than any browser sends. Cookies
 * alone may be longer (`header-overflow.ts`). What reads a header may take it apart piece by piece, and its pieces cost
 * much more than their bytes.
 */
export const maxLineLength = 8_192;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Stands before everything that answers, on every host. */
export function limitLines(publicUrl: string, handler: Handler): Handler {
  return (request, response) => {
    if ((request.url?.length ?? 0) > maxLineLength) return refuse(414, 'The address');
    const { headers } = request;
    for (const name in headers)
      if ((headers[name]?.length ?? 0) > maxLineLength && name !== 'cookie')
        return refuse(431, `The header ${name}`);
    handler(request, response);

    function refuse(status: number, what: string): void {
      response.writeHead(status, {
        ...baseHeaders(publicUrl),
        'content-type': 'text/plain; charset=utf-8',
        connection: 'close',
      });
      response.end(`${what} is longer than the ${maxLineLength} characters that are read of it.\n`);
    }
  };
}
