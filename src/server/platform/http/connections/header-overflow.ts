import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { baseHeaders } from '../responses/security-headers.ts';

/**
 * Chromium and Firefox keep up to 180 cookies of 4 KiB a site, all of which a build on a neighbouring host may
 * plant. That much is read, so that the person stays signed in while the flood is swept away (`cookie-sweep.ts`).
 */
export const maxHeaderBytes = 786_432;

/** What tells of it, and clears them. */
export const tooManyCookies = {
  headers: { 'content-type': 'text/html; charset=utf-8', 'clear-site-data': '"cookies"' },
  page: `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="dark light"><title>Too many cookies</title>
<h1>Too many cookies</h1>
<p>Your browser sent more cookies for this site than Flux can read. They have been removed, so you may have to sign in again.</p>
<p><a href="/">Continue to Flux</a></p>
</html>`,
};

interface ClientError extends Error {
  code?: string;
}

const statusOf: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers what Node could not parse. In a browser that keeps more cookies than those above, a bare 431 would lock
 * the person out for good, so the answer clears them all, the session among them.
 */
export function clientErrorAnswerer(publicUrl: string): (error: ClientError, socket: Socket) => void {
  const answer = (status: number, headers: Record<string, string>, body: string) => {
    const all = { ...baseHeaders(publicUrl), ...headers, 'content-length': Buffer.byteLength(body) };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}connection: close\r\n\r\n${body}`;
  };
  const cure = answer(431, tooManyCookies.headers, tooManyCookies.page);
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = statusOf[error.code ?? ''] ?? 400;
    socket.end(status === 431 ? cure : answer(status, {}, ''));
  };
}
