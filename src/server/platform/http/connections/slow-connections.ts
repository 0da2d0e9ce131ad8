import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../../telemetry/log.ts';
import {
  ConnectionProgress,
  type DropRank,
  defaultPeerRules,
  type PeerRules,
} from './connection-progress.ts';
import { closeUnreadBody } from './unread-bodies.ts';

export interface SlowConnectionOptions {
  rules?: PeerRules;
  /** Between two looks at all connections. */
  sweepMs?: number;
  /** Monotonic, in milliseconds. */
  now?(): number;
}

const defaultSweepMs = 1_000;
/** Shares of the connections that a process takes: above the first, the slowest are dropped until the second. */
const fullShare = 0.95;
const freeShare = 0.9;
/** After a search that found nothing to drop. */
const pauseMs = 100;
const logEveryMs = 60_000;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Closes connections whose peer is slower than any that works: a body that hardly arrives, a body that was refused, an answer
 * that nobody reads. Before a process has all the connections that it takes, the slowest make room for new ones. Neither
 * this machine nor a trusted proxy is exempt, since slow peers behind a proxy are as many.
 */
export class SlowConnections {
  readonly #connections = new Map<Socket, ConnectionProgress>();
  readonly #rules: PeerRules;
  readonly #sweepMs: number;
  readonly #now: () => number;
  readonly #log: Log;
  #searchAgainAt = 0;
  #dropped = 0;
  #logAgainAt = 0;

  constructor(log: Log, options: SlowConnectionOptions = {}) {
    this.#log = log;
    this.#rules = options.rules ?? defaultPeerRules;
    this.#sweepMs = options.sweepMs ?? defaultSweepMs;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Begins to watch the connections of a server, whose `maxConnections` is set. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      if (socket.destroyed) return;
      if (this.#connections.size >= server.maxConnections * fullShare)
        this.#makeRoom(server.maxConnections * freeShare);
      this.#connections.set(socket, new ConnectionProgress(socket, this.#now()));
      socket.once('close', () => this.#connections.delete(socket));
    });
    const timer = setInterval(() => this.sweep(), this.#sweepMs).unref();
    server.once('close', () => clearInterval(timer));
  }

  /** Wraps what answers requests, on every host. */
  follow(handler: Handler): Handler {
    return (request, response) => {
      const { socket } = request;
      // Came behind a request that was the last of its connection.
      if (!socket.writable) return void socket.destroy();
      const connection = this.#connections.get(socket);
      connection?.begin(request, response, this.#now());
      closeUnreadBody(request, response, () => connection?.refuse(this.#now()));
      handler(request, response);
    };
  }

  /** Closes what is too slow by now; called by a timer. */
  sweep(): void {
    const now = this.#now();
    for (const [socket, connection] of this.#connections)
      if (connection.isTooSlow(now, this.#rules)) this.#drop(socket);
  }

  #makeRoom(most: number): void {
    const now = this.#now();
    if (now < this.#searchAgainAt) return;
    const ranked: [Socket, DropRank][] = [];
    for (const [socket, connection] of this.#connections) {
      const rank = connection.dropRank(now);
      if (rank) ranked.push([socket, rank]);
    }
    ranked.sort(([, a], [, b]) => compareRanks(a, b));
    const slow = ranked.filter(([, rank]) => order[rank.class] <= order.slow).length;
    const excess = Math.ceil(this.#connections.size - most);
    // Those that may well be visitors make room for one at a time.
    const drop = ranked.slice(0, slow > 0 ? Math.min(slow, excess) : 1);
    if (drop.length === 0) this.#searchAgainAt = now + pauseMs;
    for (const [socket] of drop) this.#drop(socket);
    this.#tell(drop.length, now);
  }

  #drop(socket: Socket): void {
    this.#connections.delete(socket);
    socket.destroy();
  }

  #tell(count: number, now: number): void {
    this.#dropped += count;
    if (this.#dropped === 0 || now < this.#logAgainAt) return;
    this.#log.warn({ dropped: this.#dropped }, 'slow connections were closed to make room for new ones');
    this.#dropped = 0;
    this.#logAgainAt = now + logEveryMs;
  }
}

const order: Record<DropRank['class'], number> = { refused: 0, slow: 1, idle: 2, new: 3 };

/** Sorts what is dropped first to the front. */
export function compareRanks(a: DropRank, b: DropRank): number {
  return order[a.class] - order[b.class] || a.rate - b.rate;
}
