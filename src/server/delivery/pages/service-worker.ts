import type { ServerResponse } from 'node:http';
import type { Config } from '../../config/config.ts';
import { noticeHeaders } from '../access/protection.ts';

/**
 * Answers every request for the script of a service worker (`Service-Worker: script`, Service Workers, 4.4) in
 * place of the build's own, whatever it is called and whether or not it is there. A build's worker would stand
 * between players and every later version, a rollback included. A refusal would stop templates that wait for their
 * worker, and would keep one that a browser has from before the host was Flux's. This worker handles no request, so that
 * nothing outlives a version, and it stays active, so that a page that waits for its worker goes on.
 */
export function sendServiceWorker(config: Config, response: ServerResponse): void {
  response.writeHead(200, {
    ...noticeHeaders(config),
    'Content-Type': 'text/javascript; charset=utf-8',
    // In a sandbox it could not reach what the worker before it put away.
    'Content-Security-Policy': "default-src 'none'",
    'Content-Length': Buffer.byteLength(script),
  });
  response.end(response.req.method === 'HEAD' ? undefined : script);
}

/**
 * Where the worker before it was somebody else's, it removes what that one cached, except Unity's own cache
 * (`UnityCache_…`), and loads open pages again, since they came from there. It knows its own kind by an answer, so that a later
 * form of this script disturbs no game. The script is the same for every build: another one would be an update, which some
 * pages reload for.
 */
const script = `// Flux serves this in place of a build's own service worker, which would outlive its version. It handles no requests.
const question = 'flux:service-worker';
let followsAnother = false;
self.addEventListener('message', ({ data, ports }) => {
  if (data === question && ports[0]) ports[0].postMessage(question);
});
self.addEventListener('install', (event) => event.waitUntil(prepare()));
self.addEventListener('activate', (event) => event.waitUntil(take()));
async function prepare() {
  const before = self.registration.active || self.registration.waiting;
  followsAnother = before !== null && !(await isOfFlux(before));
  await self.skipWaiting();
}
function isOfFlux(worker) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === question);
    worker.postMessage(question, [port2]);
    setTimeout(resolve, 1000, false);
  });
}
async function take() {
  if (followsAnother)
    for (const name of await caches.keys()) if (!name.startsWith('UnityCache')) await caches.delete(name);
  await self.clients.claim();
  // Not awaited: a page that is loaded again waits until this worker is active.
  if (followsAnother) void reload();
}
async function reload() {
  for (const client of await self.clients.matchAll({ type: 'window' })) await client.navigate(client.url).catch(() => {});
}
`;
