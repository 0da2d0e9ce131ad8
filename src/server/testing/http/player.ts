import type { TestServer } from '../servers/server.ts';
import { type Answer, request } from './request.ts';

/** An opened page: its final address, and a function that loads its files. */
export interface OpenedPage extends Loaded {
  /** Loads a file as the page would, or as another file with the page as referrer. */
  load(path: string, askedFrom?: string): Promise<Loaded>;
}

export interface Loaded {
  status: number;
  headers: Answer['headers'];
  url: string;
  body: Buffer;
  text: string;
}

interface Held {
  answer: Answer;
  /** Not asked for again: `immutable`. */
  isFresh: boolean;
}

/** Simulates a playing browser: cookies per host, redirects, and an HTTP cache that revalidates by ETag. */
export class Player {
  /** Bytes of bodies that came over the wire. */
  bodyBytes = 0;
  readonly #server: TestServer;
  readonly #cookies = new Map<string, Map<string, string>>();
  readonly #cache = new Map<string, Held>();

  constructor(server: TestServer) {
    this.#server = server;
  }

  /** Opens an address such as `/serve/{id}` in a frame. The cookie header is sent to Flux's own origin only. */
  async open(address: string, cookie?: string): Promise<OpenedPage> {
    const { publicUrl } = this.#server.context.config;
    const headers = { accept: 'text/html', 'sec-fetch-dest': 'iframe' };
    const page = await this.#follow(new URL(address, publicUrl).href, headers, cookie);
    const load = (path: string, askedFrom = page.url) =>
      this.#follow(new URL(path, page.url).href, {
        'sec-fetch-dest': 'empty',
        referer: new URL(askedFrom, page.url).href,
      });
    return { ...page, load };
  }

  async #follow(url: string, headers: Record<string, string>, cookie?: string): Promise<Loaded> {
    for (let hops = 0; hops < 10; hops += 1) {
      const answer = await this.#get(url, headers, cookie);
      const { location } = answer.headers;
      if (answer.status < 300 || answer.status >= 400 || !location)
        return {
          status: answer.status,
          headers: answer.headers,
          url,
          body: answer.body,
          text: answer.text(),
        };
      url = new URL(location, url).href;
    }
    throw new Error(`Too many redirects: ${url}`);
  }

  async #get(url: string, headers: Record<string, string>, cookie?: string): Promise<Answer> {
    const held = this.#cache.get(url);
    if (held?.isFresh) return held.answer;
    const { host, pathname, search, origin } = new URL(url);
    const jar = [...(this.#cookies.get(host) ?? [])].map(([name, value]) => `${name}=${value}`);
    const { publicUrl } = this.#server.context.config;
    if (cookie !== undefined && origin === publicUrl) jar.push(cookie);
    const answer = await request(this.#server, pathname + search, {
      headers: {
        host,
        origin: undefined,
        // Flux's own addresses are led to by pages of Flux.
        'sec-fetch-site': origin === publicUrl ? 'same-origin' : 'same-site',
        'accept-encoding': 'gzip, deflate, br, zstd',
        cookie: jar.length > 0 ? jar.join('; ') : undefined,
        'if-none-match': held?.answer.headers.etag,
        ...headers,
      },
    });
    this.bodyBytes += answer.body.length;
    this.#keepCookies(host, answer);
    if (answer.status === 304 && held) return held.answer;
    const control = answer.headers['cache-control'] ?? '';
    if (answer.headers.etag && !control.includes('no-store'))
      this.#cache.set(url, { answer, isFresh: control.includes('immutable') });
    else this.#cache.delete(url);
    return answer;
  }

  #keepCookies(host: string, answer: Answer): void {
    const jar = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, jar);
    for (const header of answer.headers['set-cookie'] ?? []) {
      const pair = header.split(';')[0] ?? '';
      const separator = pair.indexOf('=');
      jar.set(pair.slice(0, separator), pair.slice(separator + 1));
    }
  }
}
