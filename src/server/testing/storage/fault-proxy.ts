import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { HeadAndBody } from './head-and-body.ts';

/**
 * A fault of a request. Bytes are counted in the body, from 0. `request` is the driver's body, `response` the
 * server's.
 *
 * `reset`: the connection is reset before the server gets anything. `silent`: no response. `delay`: the request is
 * forwarded later. `held`: it is forwarded at `release`. `throttle`: both bodies are slow. `cut`: the connection is
 * reset after that many bytes. `stall`: nothing is sent after that many. `corrupt`: one byte of the response differs.
 * `lost`: the server executes the request, and its response is dropped. `answer`: this head and body replace the
 * server's, which gets nothing.
 */
export type Fault =
  | { kind: 'reset' }
  | { kind: 'silent' }
  | { kind: 'held' }
  | { kind: 'lost' }
  | { kind: 'delay'; milliseconds: number }
  | { kind: 'throttle'; bytesPerSecond: number }
  | { kind: 'cut' | 'stall'; in: 'request' | 'response'; afterBytes: number }
  | { kind: 'corrupt'; atByte: number }
  | { kind: 'answer'; status: string; headers?: Record<string, string>; body: string };

export interface FaultOptions {
  /** The number of affected requests; all, until `heal`, by default. */
  requests?: number;
  /** Affects only requests whose head matches, such as `/^PUT /`. */
  when?: RegExp;
}

interface Exchange {
  fault: Fault | null;
  /** The server has begun to answer: the next head of the driver is another request. */
  answered: boolean;
}

/**
 * A proxy on loopback between a driver and its server (plain HTTP). Faults can be changed at any time and affect the
 * next request, on open connections too.
 */
export class FaultProxy {
  /** The first line of each request, such as `PUT /bucket/key HTTP/1.1`. */
  readonly requests: string[] = [];
  readonly #target: number;
  readonly #sockets = new Set<Socket>();
  readonly #held = new Set<() => void>();
  readonly #waiting = new Set<() => void>();
  #server: Server | null = null;
  #port = 0;
  #fault: Fault | null = null;
  #left = 0;
  #when = /^/;

  private constructor(targetPort: number) {
    this.#target = targetPort;
  }

  /** In front of a port of 127.0.0.1. */
  static async before(targetPort: number): Promise<FaultProxy> {
    const proxy = new FaultProxy(targetPort);
    await proxy.listen();
    return proxy;
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  fail(fault: Fault, { requests = Number.POSITIVE_INFINITY, when = /^/ }: FaultOptions = {}): void {
    this.#fault = fault;
    this.#left = requests;
    this.#when = when;
  }

  /** Forwards everything again; held requests are reset. */
  heal(): void {
    this.#fault = null;
    for (const tear of this.#held) tear();
    this.#held.clear();
  }

  /** Forwards `held` requests, and everything again. */
  release(): void {
    this.#fault = null;
    for (const passOn of this.#waiting) passOn();
    this.#waiting.clear();
  }

  /** Refuses connections, and tears those that are open, until `listen`. */
  async refuse(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const socket of this.#sockets) socket.resetAndDestroy();
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  /** Listens, on the same port as before `refuse`. */
  async listen(): Promise<void> {
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => this.#serve(client));
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    await this.refuse();
  }

  #serve(client: Socket): void {
    const server = connect({ port: this.#target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    const tear = () => {
      client.resetAndDestroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', tear).on('close', () => {
        this.#sockets.delete(socket);
        tear();
      });
    }
    this.#pass(client, server).catch(tear);
  }

  async #pass(client: Socket, server: Socket): Promise<void> {
    const exchange: Exchange = { fault: null, answered: true };
    await Promise.all([this.#requests(client, server, exchange), this.#responses(server, client, exchange)]);
  }

  async #requests(client: Socket, server: Socket, exchange: Exchange): Promise<void> {
    let message = new HeadAndBody();
    for await (const chunk of client) {
      if (exchange.answered && /^[A-Z]+ /.test(chunk.subarray(0, 8).toString('latin1'))) {
        message = new HeadAndBody();
        exchange.answered = false;
      }
      const { head, body, offset } = message.take(chunk);
      if (head) {
        exchange.fault = this.#next(head);
        await this.#begin(exchange.fault);
        if (exchange.fault?.kind === 'answer') client.end(answerOf(exchange.fault));
        else await write(server, head);
      }
      // What is still on its way is taken, or its sender would see a torn connection instead of the answer.
      if (exchange.fault?.kind === 'answer') continue;
      await this.#body(body, offset, 'request', server, exchange.fault);
    }
    server.end();
  }

  async #responses(server: Socket, client: Socket, exchange: Exchange): Promise<void> {
    let message = new HeadAndBody();
    for await (const chunk of server) {
      if (!exchange.answered) {
        // An interim response (100 Continue): the request continues after it.
        if (/^HTTP\/1\.1 1/.test(chunk.subarray(0, 12).toString('latin1'))) {
          await write(client, chunk);
          continue;
        }
        message = new HeadAndBody();
        exchange.answered = true;
      }
      const { head, body, offset } = message.take(chunk);
      if (exchange.fault?.kind === 'lost') throw new Error('torn');
      if (head) await write(client, head);
      await this.#body(body, offset, 'response', client, exchange.fault);
    }
    client.end();
  }

  /** The fault of a request with this head. */
  #next(head: Buffer): Fault | null {
    const text = head.toString('latin1');
    this.requests.push(text.slice(0, text.indexOf('\r\n')));
    if (!this.#fault || this.#left === 0 || !this.#when.test(text)) return null;
    this.#left -= 1;
    return this.#fault;
  }

  /** The effect of a fault before the server gets the request. */
  async #begin(fault: Fault | null): Promise<void> {
    if (fault?.kind === 'reset') throw new Error('torn');
    if (fault?.kind === 'silent') await this.#hold();
    if (fault?.kind === 'delay') await sleep(fault.milliseconds);
    if (fault?.kind === 'held') await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  /** Until `heal`, or until the other side closes the connection. */
  #hold(): Promise<never> {
    return new Promise((_, reject) => this.#held.add(() => reject(new Error('torn'))));
  }

  async #body(bytes: Buffer, offset: number, way: 'request' | 'response', to: Socket, fault: Fault | null) {
    if (bytes.length === 0) return;
    if ((fault?.kind === 'cut' || fault?.kind === 'stall') && fault.in === way) {
      await write(to, bytes.subarray(0, Math.max(0, fault.afterBytes - offset)));
      if (offset + bytes.length < fault.afterBytes) return;
      if (fault.kind === 'stall') await this.#hold();
      // Long enough for forwarded bytes to be read: a reset discards unread ones.
      await sleep(20);
      throw new Error('torn');
    }
    if (fault?.kind === 'throttle') return crawl(to, bytes, fault.bytesPerSecond);
    const at = fault?.kind === 'corrupt' && way === 'response' ? fault.atByte - offset : -1;
    if (at >= 0 && at < bytes.length) bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at);
    await write(to, bytes);
  }
}

function answerOf({ status, headers, body }: Fault & { kind: 'answer' }): string {
  const all = { connection: 'close', 'content-length': String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`;
}

async function crawl(to: Socket, bytes: Buffer, bytesPerSecond: number): Promise<void> {
  const step = Math.max(1, Math.floor(bytesPerSecond / 20));
  for (let start = 0; start < bytes.length; start += step) {
    await write(to, bytes.subarray(start, start + step));
    await sleep(50);
  }
}

async function write(to: Socket, bytes: Buffer): Promise<void> {
  if (bytes.length === 0) return;
  await new Promise<void>((resolve, reject) => {
    to.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
