import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { creditBytes, rateWindowMs, Transfer } from './transfer.ts';

/** What the peer of a connection may take its time for, and how long. */
export interface PeerRules {
  /** A body has to bring so many bytes in each window: 1 kB/s, which the slowest phones do. */
  bodyWindowMs: number;
  bodyBytesPerWindow: number;
  /** A body without files is 1 MiB at most, and has to be complete within this time. */
  smallBodyMs: number;
  /** A reader has to take something of a waiting answer within this time. */
  readerWindowMs: number;
  /** The rest of a refused body has to come at this rate, or the connection is closed. */
  unreadWindowMs: number;
  unreadBytesPerWindow: number;
  unreadMaxMs: number;
}

export const defaultPeerRules: PeerRules = {
  bodyWindowMs: 30_000,
  bodyBytesPerWindow: 30_000,
  smallBodyMs: 60_000,
  readerWindowMs: 60_000,
  unreadWindowMs: 1_000,
  unreadBytesPerWindow: 16_384,
  unreadMaxMs: 30_000,
};

/** The place of a connection in the order of dropping: a lower class first, then a lower rate. */
export interface DropRank {
  class: 'refused' | 'slow' | 'idle' | 'new';
  /** Bytes a millisecond, roughly. */
  rate: number;
}

/** A transfer whose rate of the last seconds is this or more is never dropped for others. In bytes a millisecond. */
const fastRate = 10;
/** The system frees its send buffer in steps, which take seconds at a low rate: a shorter stall tells nothing. */
const graceMs = rateWindowMs;

/** How one connection moves. Looks at counters that Node keeps anyway, so that a request costs nothing but `begin`. */
export class ConnectionProgress {
  readonly #socket: Socket;
  #request: IncomingMessage | null = null;
  #response: ServerResponse | null = null;
  #beganAt = 0;
  /** Null while no bytes of a body are awaited. */
  #received: Transfer | null = null;
  /** Null while no bytes of an answer wait for the reader. */
  #taken: Transfer | null = null;
  #refusedAt: number | null = null;
  /** Since when no request was begun, and the counters of that moment. */
  #quiet: { at: number; read: number; written: number };

  constructor(socket: Socket, now: number) {
    this.#socket = socket;
    this.#quiet = { at: now, read: 0, written: 0 };
  }

  /** Called for each request that Node has parsed the head of. */
  begin(request: IncomingMessage, response: ServerResponse, now: number): void {
    this.#request = request;
    this.#response = response;
    this.#beganAt = now;
    this.#received = new Transfer(now, this.#socket.bytesRead, 0);
  }

  /** The answer is written, but the body of its request has not arrived. */
  refuse(now: number): void {
    this.#refusedAt = now;
    this.#received = new Transfer(now, this.#socket.bytesRead, 0);
  }

  /**
   * Looks at what has moved since the last call.
   * @returns whether the peer is slower than the rules allow
   */
  isTooSlow(now: number, rules: PeerRules): boolean {
    this.#look(now);
    if (this.#refusedAt !== null) return this.#isDoneWithRefused(now, this.#refusedAt, rules);
    return this.#bringsTooLittle(now, rules) || this.#takesNothing(now, rules);
  }

  /** Null where this connection is not dropped to make room for another: it moves, or Flux works on its answer. */
  dropRank(now: number): DropRank | null {
    this.#look(now);
    if (this.#refusedAt !== null) return { class: 'refused', rate: this.#received?.rate(now) ?? 0 };
    const transfers = [this.#received, this.#taken].filter((transfer) => transfer !== null);
    if (transfers.length > 0) return this.#transferRank(transfers, now);
    if (this.#isAnswered) {
      const { at, read, written } = this.#quiet;
      const bytes = this.#socket.bytesRead - read;
      const rate = (bytes + creditBytes) / Math.max(1, now - at);
      // It was served and asks for nothing more: its owner needs a new connection for the next request.
      if (written > 0 && bytes === 0) return { class: 'idle', rate };
      return { class: rate < fastRate ? 'slow' : 'new', rate };
    }
    return null;
  }

  /** A transfer that cannot be judged yet ranks at most as a new connection, and only while its request is new. */
  #transferRank(transfers: readonly Transfer[], now: number): DropRank | null {
    const slow = transfers.filter((transfer) => transfer.rate(now) < fastRate);
    const rate = Math.min(...slow.map((transfer) => transfer.rate(now)));
    if (slow.some((transfer) => transfer.isJudged(now))) return { class: 'slow', rate };
    return slow.length > 0 && now - this.#beganAt < graceMs ? { class: 'new', rate } : null;
  }

  #look(now: number): void {
    const socket = this.#socket;
    if (this.#refusedAt !== null) {
      this.#received?.record(now, socket.bytesRead);
      return;
    }
    // Flux has closed its side, as after a head that cannot be parsed, and the peer does not close theirs.
    if (socket.writableFinished) {
      this.refuse(now);
      return;
    }
    if (this.#expectsBody) {
      // After a pause by Flux, the peer needs a moment to send again.
      this.#received ??= new Transfer(now, socket.bytesRead, graceMs);
      this.#received.record(now, socket.bytesRead);
    } else {
      this.#received = null;
    }
    if (socket.writableLength === 0) {
      this.#taken = null;
    } else {
      const bytes = takenBytes(socket);
      this.#taken ??= new Transfer(now, bytes, graceMs);
      this.#taken.record(now, bytes);
    }
    // Some requests are answered without being parsed (decision 35): bytes written tell of those.
    if (this.#isAnswered && socket.bytesWritten !== this.#quiet.written)
      this.#quiet = { at: now, read: socket.bytesRead, written: socket.bytesWritten };
  }

  /** Whether the rest of a body is awaited; not while Flux itself holds it up. */
  get #expectsBody(): boolean {
    const request = this.#request;
    return (
      request !== null &&
      !request.complete &&
      announcesBody(request.headers) &&
      request.readableLength < request.readableHighWaterMark
    );
  }

  get #isAnswered(): boolean {
    return this.#response === null || this.#response.destroyed;
  }

  #bringsTooLittle(now: number, rules: PeerRules): boolean {
    const { smallBodyMs, bodyWindowMs, bodyBytesPerWindow } = rules;
    if (this.#received === null || this.#request === null) return false;
    if (now - this.#beganAt >= smallBodyMs && !holdsFiles(this.#request.headers)) return true;
    const moved = this.#received.endWindow(now, bodyWindowMs);
    return moved !== null && moved < bodyBytesPerWindow;
  }

  #takesNothing(now: number, { readerWindowMs }: PeerRules): boolean {
    return this.#taken !== null && this.#taken.stalledMs(now) >= readerWindowMs;
  }

  #isDoneWithRefused(now: number, since: number, rules: PeerRules): boolean {
    const { unreadMaxMs, unreadWindowMs, unreadBytesPerWindow } = rules;
    if (this.#request?.complete || now - since >= unreadMaxMs) return true;
    const moved = this.#received?.endWindow(now, unreadWindowMs) ?? null;
    return moved !== null && moved < unreadBytesPerWindow;
  }
}

/** Whether a request says that it has a body. */
export function announcesBody(headers: IncomingHttpHeaders): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  return coding !== undefined || Number(length ?? 0) > 0;
}

/** Forms and the parts of uploads. */
function holdsFiles({ 'content-type': type }: IncomingHttpHeaders): boolean {
  return /^(?:multipart\/form-data|application\/offset\+octet-stream)\b/i.test(type ?? '');
}

/**
 * Bytes that the system has taken of what was written. Node's own `bytesWritten` counts a chunk as a whole, of which a slow
 * reader may have taken a part; the handle has no name in the types.
 */
function takenBytes(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle') ?? {};
  const [written, queued] = ['bytesWritten', 'writeQueueSize'].map((name) =>
    Number(Reflect.get(Object(handle), name)),
  );
  const taken = (written ?? Number.NaN) - (queued ?? Number.NaN);
  return Number.isFinite(taken) ? taken : socket.bytesWritten - socket.writableLength;
}
