import type { IncomingMessage, ServerResponse } from 'node:http';
import { FluxError } from '#shared/contract/errors.ts';
import { acceptsHtml } from '../responses/html.ts';
import { baseHeaders } from '../responses/security-headers.ts';
import { sweepCookies } from './cookie-sweep.ts';
import { judgeHost } from './host-check.ts';
import { withoutRedirectMarker, withRedirectMarker } from './host-redirect.ts';
import { isPlainTarget } from './request-target.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Asked by name or by number, from inside a container or by a load balancer. */
const probes = new Set(['/healthz', '/readyz']);

/** A page for a browser that was refused: its source, and what its policy has to allow. */
export type RefusalPage = (notice: { title: string; sentence: string; home: string | null }) => {
  html: string;
  sources: readonly string[];
};

/**
 * Runs before the router. Sets the headers of every response and accepts only requests with Flux's own host and a plain path.
 * `http://localhost:PORT` redirects to the public address.
 */
export function validateHost(publicUrl: string, refusalPage: RefusalPage, handler: Handler): Handler {
  const headers = Object.entries(baseHeaders(publicUrl));
  const { protocol, hostname: host } = new URL(publicUrl);
  // The name that was asked for is not repeated: anyone may send one.
  const message = `Flux is served at ${publicUrl}, and this request names another host. If a reverse proxy is in front of Flux, let it pass the Host header on. In nginx: proxy_set_header Host $http_host;`;
  const secure = protocol === 'https:' || /(^|\.)localhost$/.test(host);
  return (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    const target = request.url ?? '';
    if (!isPlainTarget(target)) return refuse(response, new FluxError('invalid_path'));
    const removed = sweepCookies(request.headers.cookie, { host, path: target, secure });
    if (removed.length > 0) response.setHeader('set-cookie', removed);
    const verdict = probes.has(target) ? 'ours' : judgeHost(request, publicUrl);
    const unmarked = withoutRedirectMarker(target);
    if (verdict === 'elsewhere' && unmarked === null) {
      response.writeHead(307, { location: publicUrl + withRedirectMarker(target) }).end();
      return;
    }
    if (verdict !== 'ours') return refuseHost(request, response, unmarked !== null);
    if (unmarked !== null) {
      response.writeHead(307, { location: publicUrl + unmarked }).end();
      return;
    }
    if (request.headers['service-worker'] === 'script')
      return refuse(response, new FluxError('forbidden', 'This server has no service worker.'));
    handler(request, response);
  };

  function refuseHost(request: IncomingMessage, response: ServerResponse, wasRedirected: boolean): void {
    const error = new FluxError('misdirected', message);
    if (!acceptsHtml(request.headers)) {
      refuse(response, error);
      return;
    }
    // A link to Flux's home would lead back here.
    const home = wasRedirected ? null : `${publicUrl}/`;
    const { html, sources } = refusalPage({ title: 'Wrong address', sentence: error.message, home });
    const policy = `default-src 'none'; frame-ancestors 'none'; ${sources.join('; ')}`;
    response.setHeader('content-security-policy', policy);
    response.writeHead(error.status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  }
}

function refuse(response: ServerResponse, error: FluxError): void {
  response.writeHead(error.status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(error.toBody()));
}
