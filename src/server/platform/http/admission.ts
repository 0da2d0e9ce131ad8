import type { IncomingMessage, ServerResponse } from 'node:http';
import { FluxError } from '#shared/errors.ts';
import { sweepCookies } from './cookie-sweep.ts';
import { judgeHost } from './host-check.ts';
import { isPlainTarget } from './request-target.ts';
import { baseHeaders } from './security-headers.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Asked by name or by number, from inside a container or by a load balancer. */
const probes = new Set(['/healthz', '/readyz']);

/**
 * Stands before the router: sets the headers that every answer carries, and lets through only requests that
 * name Flux's own host and a plain path. `http://localhost:PORT` leads to the public address.
 */
export function admit(publicUrl: string, handler: Handler): Handler {
  const headers = Object.entries(baseHeaders(publicUrl));
  const { protocol, hostname: host } = new URL(publicUrl);
  const secure = protocol === 'https:' || /(^|\.)localhost$/.test(host);
  return (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    const target = request.url ?? '';
    if (!isPlainTarget(target)) return refuse(request, response, new FluxError('invalid_path'));
    const removed = sweepCookies(request.headers.cookie, { host, path: target, secure });
    if (removed.length > 0) response.setHeader('set-cookie', removed);
    const verdict = probes.has(target) ? 'ours' : judgeHost(request, publicUrl);
    if (verdict === 'elsewhere') {
      response.writeHead(307, { location: publicUrl + target }).end();
      return;
    }
    if (verdict === 'misdirected') {
      const message = `Flux is not served under this host name, but at ${publicUrl}. If a proxy stands before it, let it pass on the Host header.`;
      return refuse(request, response, new FluxError('misdirected', message));
    }
    if (request.headers['service-worker'] === 'script')
      return refuse(request, response, new FluxError('forbidden', 'There is no service worker here.'));
    handler(request, response);
  };
}

function refuse(request: IncomingMessage, response: ServerResponse, error: FluxError): void {
  // The body may be large and nobody will read it: the connection is not used again.
  if (request.method !== 'GET' && request.method !== 'HEAD') response.setHeader('connection', 'close');
  response.writeHead(error.status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(error.toBody()));
}
