import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FixtureEntry } from '../fixtures/tree.ts';

/**
 * An undefended layout: pages, API and builds share one origin without security headers. Attacks must succeed
 * here. Otherwise their failure elsewhere proves nothing.
 */
export interface NaiveServer {
  url: string;
  add(name: string, files: FixtureEntry[]): void;
  /** Number of forced sign-outs. */
  ended(): number;
  close(): void;
}

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  svg: 'image/svg+xml',
  xml: 'application/xml',
};

export async function startNaive(): Promise<NaiveServer> {
  const builds = new Map<string, FixtureEntry[]>();
  let ended = 0;
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://naive.localhost');
    const [, folder, name = '', ...rest] = pathname.split('/');
    const signedIn = request.headers.cookie?.includes('session=secret') ?? false;
    const html = (text: string) => response.setHeader('content-type', 'text/html').end(text);
    if (folder === 'sign-in') response.setHeader('set-cookie', 'session=secret; Path=/; SameSite=Lax');
    if (signedIn && request.method === 'POST' && pathname === '/api/session/end') ended += 1;
    if (folder === 'api') {
      response.setHeader('content-type', 'application/json');
      response.end(signedIn ? '{"user":{"email":"bob@example.test"}}' : '{"user":null}');
    } else if (folder === 'serve') {
      const file = builds.get(name)?.find((entry) => entry.name === (rest.join('/') || 'index.html'));
      if (!file) return response.writeHead(404).end();
      response.setHeader('content-type', types[file.name.split('.').pop() ?? ''] ?? 'text/plain');
      response.end(file.data);
    } else if (folder === 'play') {
      // The player keeps a game from navigating its tab, but not the windows that it opens.
      const sandbox = search === '?sandbox' ? `sandbox="${looseSandbox}"` : '';
      html(`<title>Naive</title><button onclick="document.title = 'answered'">Stop</button>
        <iframe name="player" src="/serve/${name}/${search}" allow="${everything}" ${sandbox}></iframe>
        <script>onmessage = ({ data }) => document.body.insertAdjacentHTML('beforeend', data && data.html || data);</script>`);
    } else html('<h1>Naive</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://naive.localhost:${port}`,
    add: (name, files) => void builds.set(name, files),
    ended: () => ended,
    close: () => void server.close(),
  };
}

const looseSandbox = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

const everything = [
  'camera',
  'microphone',
  'geolocation',
  'clipboard-read',
  'midi',
  'usb',
  'serial',
  'hid',
  'payment',
]
  .map((feature) => `${feature} *`)
  .join('; ');
