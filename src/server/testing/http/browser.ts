import { type Answer, type Reachable, type RequestInit, request } from './request.ts';

/** As much of a browser as sign-in needs: a cookie jar for one host, and forms. Redirects are not followed. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #server: Reachable;

  constructor(server: Reachable) {
    this.#server = server;
  }

  /** Opens an address of Flux, whole or from the slash on. */
  open(address: string, headers: RequestInit['headers'] = {}): Promise<Answer> {
    return this.#send(address, { headers: { 'sec-fetch-mode': 'navigate', ...headers } });
  }

  submit(address: string, fields: Iterable<[string, string]>): Promise<Answer> {
    return this.#send(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams([...fields]).toString(),
    });
  }

  async #send(address: string, init: RequestInit): Promise<Answer> {
    const { publicUrl } = this.#server.context.config;
    const url = new URL(address, publicUrl);
    if (url.origin !== publicUrl) throw new Error(`${url.origin} is not this Flux.`);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await request(this.#server, url.pathname + url.search, {
      ...init,
      headers: { ...init.headers, cookie: cookie || undefined },
    });
    for (const header of answer.headers['set-cookie'] ?? []) this.#keep(header);
    return answer;
  }

  #keep(header: string): void {
    const [pair = '', ...attributes] = header.split('; ');
    const separator = pair.indexOf('=');
    const name = pair.slice(0, separator);
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(separator + 1));
  }
}
