import type { IncomingMessage } from 'node:http';
import { wasForwarded } from './forwarded.ts';

/** `ours`: go on; `elsewhere`: the same person meant Flux, by a name it is not served under; else refuse. */
export type HostVerdict = 'ours' | 'elsewhere' | 'misdirected';

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Judges the host a request names against the one Flux is served under. Links and cookies are made for that one
 * alone, so nothing is served under another name.
 */
export function judgeHost(
  request: Pick<IncomingMessage, 'method' | 'headersDistinct'>,
  publicUrl: string,
): HostVerdict {
  const { headersDistinct: headers } = request;
  const hosts = headers.host ?? [];
  if (hosts.length !== 1) return 'misdirected';
  const { protocol, host: own } = new URL(publicUrl);
  const named = parseHost(hosts[0] ?? '', protocol);
  if (named === null) return 'misdirected';
  if (named.host === own) return 'ours';
  // Behind a proxy that rewrites the host, a redirect would come back here for ever.
  const reading = request.method === 'GET' || request.method === 'HEAD';
  return reading && !wasForwarded(headers) && loopbackNames.has(named.hostname) ? 'elsewhere' : 'misdirected';
}

/** Whether a request has exactly one Host header. Node keeps the first of several in `headers`. */
export function hasOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count === 1;
}

function parseHost(header: string, protocol: string): URL | null {
  if (!/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(header)) return null;
  const text = `${protocol}//${header.replace(/\.(?=:|$)/, '')}`;
  return URL.canParse(text) ? new URL(text) : null;
}
