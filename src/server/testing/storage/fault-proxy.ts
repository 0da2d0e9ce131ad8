import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { HeadAndBody } from './head-and-body.ts';

/**
 * What goes wrong with a request. Bytes are counted in the body alone, from 0. `request` is what the driver sends,
 * `response` what the server sends.
 *
 * `reset`: the connection is torn before the server hears anything. `silent`: nothing is ever answered. `delay`: the
 * request is passed on later. `held`: it is passed on at `release`. `throttle`: both bodies crawl. `cut`: that many
 * bytes of the body pass, then the connection is torn. `stall`: that many pass, then nothing comes any more. `corrupt`: one byte of the answer is
 * another. `lost`: the server does what it was asked, but its answer does not come. `answer`: this head and body
 * instead of the server's, which hears nothing.
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
  /** How many requests it befalls; all, until `heal`, unless told. */
  requests?: number;
  /** Befalls only requests whose head matches, as in `/^PUT /`. */
  when?: RegExp;
}

interface Exchange {
  fault: Fault | null;
  /** The server has begun to answer: the next head of the driver is another request. */
  answered: boolean;
}

/**
 * A proxy on loopback between a driver and its server (plain HTTP), which passes everything on until it is told
 * otherwise. Faults can be switched at any time and take hold of the next request, on connections that are open too.
 */
export class FaultProxy {
  /** The first line of each request that came, as in `PUT /bucket/key HTTP/1.1`. */
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

  /** Passes everything on again; what was held up is torn. */
  heal(): void {
    this.#fault = null;
    for (const tear of this.#held) tear();
    this.#held.clear();
  }

  /** Passes on what was `held`, and everything again. */
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
        // An interim answer (100 Continue) is one: the request goes on after it.
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

  /** What a fault does before the server hears of the request. */
  async #begin(fault: Fault | null): Promise<void> {
    if (fault?.kind === 'reset') throw new Error('torn');
    if (fault?.kind === 'silent') await this.#hold();
    if (fault?.kind === 'delay') await sleep(fault.milliseconds);
    if (fault?.kind === 'held') await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  /** Until `heal`, or until the connection is torn by somebody else. */
  #hold(): Promise<never> {
    return new Promise((_, reject) => this.#held.add(() => reject(new Error('torn'))));
  }

  async #body(bytes: Buffer, offset: number, way: 'request' | 'response', to: Socket, fault: Fault | null) {
    if (bytes.length === 0) return;
    if ((fault?.kind === 'cut' || fault?.kind === 'stall') && fault.in === way) {
      await write(to, bytes.subarray(0, Math.max(0, fault.afterBytes - offset)));
      if (offset + bytes.length < fault.afterBytes) return;
      if (fault.kind === 'stall') await this.#hold();
      // Long enough for what was passed on to be read: a reset takes away what lies unread.
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
