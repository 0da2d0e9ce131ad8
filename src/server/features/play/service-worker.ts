import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Desk } from './desk.ts';
import { noticeHeaders } from './protection.ts';

/**
 * Answers every request for the script of a service worker (`Service-Worker: script`, Service Workers, 4.4) in
 * place of the build's own, whatever it is called and whether or not it is there. A build's worker would stand
 * between players and every later version, a rollback included. Refusing it would stop those templates that
 * wait for their worker before they start, and would leave alone one that a browser still has from before the
 * host was Flux's. So the worker is this one: it answers nothing, takes the place of any other, and goes.
 */
export function serveWorker(desk: Desk, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, {
    ...noticeHeaders(desk.context.config),
    'Content-Type': 'text/javascript; charset=utf-8',
    // In a sandbox it could not reach what the worker before it put away.
    'Content-Security-Policy': "default-src 'none'",
    'Content-Length': Buffer.byteLength(script),
  });
  response.end(request.method === 'HEAD' ? undefined : script);
}

/**
 * Where it takes another worker's place it also removes what that one had put away, except Unity's own cache
 * (`UnityCache_…`), and shows open pages afresh, since they came from there.
 */
const script = `// Flux serves no build's own service worker: it would outlive the version it came with.
let replaces = false;
self.addEventListener('install', () => {
  replaces = Boolean(self.registration.active || self.registration.waiting);
  self.skipWaiting();
});
self.addEventListener('activate', (event) => event.waitUntil(leave()));
async function leave() {
  if (!replaces) return self.registration.unregister();
  for (const name of await caches.keys()) if (!name.startsWith('UnityCache')) await caches.delete(name);
  await self.clients.claim();
  await self.registration.unregister();
  for (const client of await self.clients.matchAll({ type: 'window' })) await client.navigate(client.url).catch(() => {});
  // Not awaited: a worker that is still activating is waited for by those who ask for it.
  void leaveAgain();
}
// A page that registers its worker while this one is going brings this one back (Chromium does), for good.
async function leaveAgain() {
  for (let times = 0; times < 20; times += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await self.registration.unregister();
  }
}
`;
