import type { ServerResponse } from 'node:http';
import { FluxError } from '#shared/contract/errors.ts';
import { acceptsHtml } from '../responses/html.ts';
import { baseHeaders } from '../responses/security-headers.ts';
import { sweepCookies } from './cookie-sweep.ts';
import type { Guard } from './guards.ts';
import { judgeHost } from './host-check.ts';
import { withoutRedirectMarker, withRedirectMarker } from './host-redirect.ts';
import { isPlainTarget } from './request-target.ts';

/** Load balancers and container runtimes request these by any name or address. */
const probes = new Set(['/healthz', '/readyz']);

/** A page for a refused browser: its HTML, and the sources that its policy allows. */
export type RefusalPage = (notice: { title: string; sentence: string; home: string | null }) => {
  html: string;
  sources: readonly string[];
};

/** Sets the security headers of every response on Flux's own host. */
export function setBaseHeaders(publicUrl: string): Guard {
  const headers = Object.entries(baseHeaders(publicUrl));
  return (next) => (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next(request, response);
  };
}

/** 400 for a path with an encoding that hides something, such as `%2f`. */
export const requirePlainTarget: Guard = (next) => (request, response) => {
  if (!isPlainTarget(request.url ?? '')) return sendError(response, new FluxError('invalid_path'));
  next(request, response);
};

/** Removes cookies that a build on a neighbouring host planted for the whole domain. */
export function removePlantedCookies(publicUrl: string): Guard {
  const { protocol, hostname: host } = new URL(publicUrl);
  const secure = protocol === 'https:' || /(^|\.)localhost$/.test(host);
  return (next) => (request, response) => {
    const removed = sweepCookies(request.headers.cookie, { host, path: request.url ?? '', secure });
    if (removed.length > 0) response.setHeader('set-cookie', removed);
    next(request, response);
  };
}

/** 421 for another host than Flux's own. `http://localhost:PORT` redirects to the public address. */
export function requireOwnHost(publicUrl: string, refusalPage: RefusalPage): Guard {
  // The message does not repeat the requested host: anyone can send one.
  const message = `Flux is served at ${publicUrl}, and this request names another host. If a reverse proxy is in front of Flux, let it pass the Host header on. In nginx: proxy_set_header Host $http_host;`;
  const error = new FluxError('misdirected', message);
  return (next) => (request, response) => {
    const target = request.url ?? '';
    const verdict = probes.has(target) ? 'ours' : judgeHost(request, publicUrl);
    const unmarked = withoutRedirectMarker(target);
    if (verdict === 'elsewhere' && unmarked === null) {
      response.writeHead(307, { location: publicUrl + withRedirectMarker(target) }).end();
    } else if (verdict === 'ours' && unmarked !== null) {
      response.writeHead(307, { location: publicUrl + unmarked }).end();
    } else if (verdict === 'ours') next(request, response);
    else if (!acceptsHtml(request.headers)) sendError(response, error);
    else {
      // After a redirect, a link to the home page would lead back here.
      const home = unmarked === null ? `${publicUrl}/` : null;
      const { html, sources } = refusalPage({ title: 'Wrong address', sentence: message, home });
      const policy = `default-src 'none'; frame-ancestors 'none'; ${sources.join('; ')}`;
      response.setHeader('content-security-policy', policy);
      response.writeHead(error.status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
    }
  };
}

/** 403 for the script of a service worker: Flux has none, and one would outlive the page that registered it. */
export const refuseServiceWorkers: Guard = (next) => (request, response) => {
  if (request.headers['service-worker'] === 'script')
    return sendError(response, new FluxError('forbidden', 'This server has no service worker.'));
  next(request, response);
};

function sendError(response: ServerResponse, error: FluxError): void {
  response.writeHead(error.status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(error.toBody()));
}
