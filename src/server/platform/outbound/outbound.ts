import { promises as dns, type LookupAddress } from 'node:dns';
import { type ClientRequestArgs, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';
import { type BlockList, isIP, type LookupFunction, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { contains, isInternal, rangesOf } from './addresses.ts';

export interface OutboundOptions {
  /** Host names, IP addresses and CIDR ranges that are allowed although they are internal. */
  allowed: readonly string[];
  /** All addresses of a host name; the system's resolver by default. */
  resolve?: (hostName: string) => Promise<LookupAddress[]>;
  /** The timeout until a connection, including TLS, is established. */
  connectMilliseconds?: number;
  /** The maximum silence of a connection that is being read. */
  silenceMilliseconds?: number;
}

/** Flux does not connect to this address. The error is the same whatever is there. */
export class OutboundRefusedError extends Error {
  readonly code = 'ERR_OUTBOUND_REFUSED';

  constructor() {
    super('Flux does not connect to this address.');
    this.name = 'OutboundRefusedError';
  }
}

/**
 * Connections to addresses entered by less trusted users than the operator. Internal addresses are refused before a
 * packet is sent, in any spelling, unless `allowed`. A name is resolved once and the connection uses the checked
 * address, also after redirects (DNS rebinding).
 */
export class Outbound {
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
  readonly #hosts: Set<string>;
  readonly #ranges: BlockList;

  constructor(options: OutboundOptions) {
    const { resolve = resolveBySystem, connectMilliseconds = 5_000, silenceMilliseconds = 20_000 } = options;
    this.#hosts = new Set(options.allowed.filter((entry) => !isRange(entry)).map(plainName));
    this.#ranges = rangesOf(options.allowed.filter(isRange));
    const guard: Guard = {
      refuses: (host) => this.#refuses(host),
      lookup: (hostName, { all }, callback) => {
        this.#resolve(hostName, resolve).then(
          (found) => {
            const [first] = found;
            if (!first) callback(new OutboundRefusedError(), '');
            else if (all) callback(null, found);
            else callback(null, first.address, first.family);
          },
          (error) => callback(error, ''),
        );
      },
      connectMilliseconds,
      silenceMilliseconds,
    };
    const settings = { keepAlive: true, timeout: silenceMilliseconds, maxSockets: 256 };
    this.httpAgent = new GuardedHttpAgent(guard, settings);
    this.httpsAgent = new GuardedHttpsAgent(guard, settings);
  }

  /**
   * Whether an address is allowed, without resolving its name, for form validation.
   * @throws OutboundRefusedError
   */
  check(url: string): void {
    const parsed = URL.canParse(url) ? new URL(url) : null;
    const isWeb = parsed !== null && /^https?:$/.test(parsed.protocol);
    if (!isWeb || parsed.username !== '' || parsed.password !== '' || this.#refuses(parsed.hostname))
      throw new OutboundRefusedError();
  }

  /** Closes the connections. */
  close(): void {
    this.httpAgent.destroy();
    this.httpsAgent.destroy();
  }

  /** By the host alone: a numeric address, or a name that always means this machine. */
  #refuses(host: string): boolean {
    const name = plainName(host);
    if (this.#hosts.has(name)) return false;
    if (isIP(name) !== 0) return !this.#allows(name) && isInternal(name);
    return name === '' || name === 'localhost' || name.endsWith('.localhost');
  }

  async #resolve(
    hostName: string,
    resolve: NonNullable<OutboundOptions['resolve']>,
  ): Promise<LookupAddress[]> {
    const found = await resolve(hostName);
    if (this.#hosts.has(plainName(hostName))) return found;
    // One internal address among others indicates DNS rebinding.
    if (found.some(({ address }) => !this.#allows(address) && isInternal(address)))
      throw new OutboundRefusedError();
    return found;
  }

  #allows(address: string): boolean {
    return !address.includes('%') && contains(this.#ranges, address);
  }
}

/** Smaller writes are assumed to be sent immediately. */
const maxBufferedBytes = 65_536;

interface Guard {
  refuses(host: string): boolean;
  lookup: LookupFunction;
  connectMilliseconds: number;
  silenceMilliseconds: number;
}

type Created = (error: Error | null, stream: Duplex) => void;

class GuardedHttpAgent extends HttpAgent {
  readonly #guard: Guard;

  constructor(guard: Guard, options: ConstructorParameters<typeof HttpAgent>[0]) {
    super(options);
    this.#guard = guard;
  }

  override createConnection(options: ClientRequestArgs, created?: Created): Duplex | null | undefined {
    const guard = this.#guard;
    const open = () => super.createConnection({ ...options, lookup: guard.lookup });
    return connect(guard, options, created, open, 'connect');
  }
}

class GuardedHttpsAgent extends HttpsAgent {
  readonly #guard: Guard;

  constructor(guard: Guard, options: ConstructorParameters<typeof HttpsAgent>[0]) {
    super(options);
    this.#guard = guard;
  }

  override createConnection(options: RequestOptions, created?: Created): Duplex | null | undefined {
    const guard = this.#guard;
    const open = () => super.createConnection({ ...options, lookup: guard.lookup });
    return connect(guard, options, created, open, 'secureConnect');
  }
}

function connect(
  guard: Guard,
  options: ClientRequestArgs,
  created: Created | undefined,
  open: () => Duplex | null | undefined,
  connected: 'connect' | 'secureConnect',
): Duplex | null | undefined {
  // The system would treat a path as a Unix socket, and would not look up a numeric address.
  if (options.socketPath || guard.refuses(options.host ?? '')) {
    if (!created) throw new OutboundRefusedError();
    created(new OutboundRefusedError(), new Socket());
    return undefined;
  }
  const socket = open();
  if (!(socket instanceof Socket)) return socket;
  const late = setTimeout(() => socket.destroy(timedOut()), guard.connectMilliseconds);
  socket.once(connected, () => clearTimeout(late)).once('close', () => clearTimeout(late));
  socket.setTimeout(guard.silenceMilliseconds);
  let written = 0;
  socket.on('timeout', () => {
    const read = socket.bytesRead;
    // Whoever reads slowly holds the other side up, and much that was sent may still be under way in the system's
    // buffers: neither is a silence of the other side.
    const isUnderWay = socket.bytesWritten - written >= maxBufferedBytes;
    written = socket.bytesWritten;
    // Data that arrived while this process was busy has not been processed yet.
    setImmediate(() => {
      const isAlive = isUnderWay || socket.isPaused() || socket.bytesRead > read;
      if (isAlive) socket.setTimeout(guard.silenceMilliseconds);
      else socket.destroy(timedOut());
    });
  });
  return socket;
}

function timedOut(): Error {
  return Object.assign(new Error('The other side did not answer in time.'), { code: 'ETIMEDOUT' });
}

function resolveBySystem(hostName: string): Promise<LookupAddress[]> {
  return dns.lookup(hostName, { all: true });
}

/** A host name for comparison: without brackets of an IPv6 address and the trailing dot. */
function plainName(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}

function isRange(entry: string): boolean {
  return isIP(entry.split('/')[0] ?? '') !== 0;
}
