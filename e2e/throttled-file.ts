import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Page } from '@playwright/test';

/** A file of Flux that the page receives in shares. The test sets the share that has been sent. */
export class ThrottledFile {
  readonly #server = createServer((request, response) => void this.#relay(request, response));
  readonly #waiting = new Set<() => void>();
  #share = 0;

  static async on(page: Page, address: RegExp): Promise<ThrottledFile> {
    const file = new ThrottledFile();
    file.#server.listen(0, '127.0.0.1');
    await once(file.#server, 'listening');
    const { port } = file.#server.address() as AddressInfo;
    await page.route(address, (route) =>
      route.continue({ url: `http://127.0.0.1:${port}/?${encodeURIComponent(route.request().url())}` }),
    );
    return file;
  }

  sendUpTo(share: number): void {
    this.#share = share;
    for (const send of this.#waiting) send();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #relay({ url = '', method, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = new URL(decodeURIComponent(url.slice(2)));
    const { port, pathname, search, host } = target;
    const asked = ask({
      host: '127.0.0.1',
      port,
      method,
      path: pathname + search,
      headers: { ...headers, host },
    });
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const body = await buffer(answer);
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    response.flushHeaders();
    let sent = 0;
    const send = () => {
      const end = Math.round(body.length * this.#share);
      response.write(body.subarray(sent, end));
      sent = end;
      if (this.#share === 1) response.end();
    };
    this.#waiting.add(send);
    send();
  }
}
