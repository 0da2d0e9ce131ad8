import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ByteLru } from '#server/platform/byte-lru.ts';
import { minThrottledBytes, sendThrottle } from './send-throttle.ts';
import { maxJoinedBytes, wholeAnswer } from './send-whole.ts';

/** An answer that each request with the same bytes gets as well. */
export interface RawResponse {
  /** As of `sendWhole`. */
  head: string;
  /** The body, as long as all that led to this answer is known to be as it was; null when anything has to be looked up. */
  find(): Buffer | null;
  /** Called each time that it is given. */
  onGiven(bytes: number): void;
}

/** What a browser sends for a small file is about a tenth of it. */
const maxTextBytes = 4_096;
/** Roughly what a text takes besides itself, with what its answer is found by. */
const entryBytes = 4_000;
/** Who sends so much that is no repeat is not looked at any longer: behind some proxies no request is like another. */
const maxStrange = 100;

/** What the parser of a connection got at once. */
interface Piece {
  /** Null where it is too long to be kept. */
  text: string | null;
}

/** A connection whose bytes are looked at before Node's parser gets them. */
interface Watched {
  lastPiece: Piece | null;
  /** Whether that was one whole request, and it was answered: what comes next begins another. */
  isBetween: boolean;
  /** Pieces since the last repeat. */
  strange: number;
}

/**
 * Answers requests that came before byte for byte, as of many players who load the same game with the same browser,
 * without parsing them again: Node's parser and the objects that it makes take half of what a small file costs. The
 * connection stays Node's, with its timeouts and limits, and whatever is not such a request goes to its parser (decision 35).
 */
export class RawResponseCache {
  readonly #rawResponse: ByteLru<RawResponse>;
  readonly #watched = new WeakMap<Socket, Watched>();
  /** In which piece of its connection the head of a request ended. */
  readonly #pieces = new WeakMap<IncomingMessage, Piece>();
  /** Connections whose reader has not taken all of an answer yet. */
  readonly #unsent = new Set<Socket>();
  #onEnded: (() => void) | null = null;

  /** @param maxBytes of all that is remembered, roughly */
  constructor(maxBytes: number) {
    this.#rawResponse = new ByteLru(maxBytes);
  }

  /** To be told of each request as Node's parser makes it. */
  begin(request: IncomingMessage): void {
    const piece = this.#watched.get(request.socket)?.lastPiece;
    if (piece) this.#pieces.set(request, piece);
  }

  /**
   * To be told of what `sendWhole` has just sent. A connection is looked into from its first such answer on: those that
   * only upload, or call the API, stay as they are.
   */
  note(response: ServerResponse, bytes: number, rawResponse: RawResponse): void {
    const { req, socket } = response;
    if (socket === null || bytes > maxJoinedBytes || isUnrepeatable(req)) return;
    const watched = this.#watched.get(socket);
    if (!watched) {
      this.#watch(socket);
      return;
    }
    const piece = this.#pieces.get(req);
    // A piece may be the end of a request, or several. It was this one where its text is what the parser has made of it.
    if (piece === undefined || piece.text === null || piece.text !== textOf(req)) return;
    this.#rawResponse.set(piece.text, rawResponse, piece.text.length + entryBytes);
    response.once('finish', () => {
      watched.isBetween = watched.lastPiece === piece;
    });
  }

  /**
   * From now on all goes to the parser.
   * @returns once readers have taken what was given here: Node knows no request of theirs, and takes their connections for idle
   */
  end(): Promise<void> {
    return new Promise((resolve) => {
      this.#onEnded = resolve;
      this.#endOnceSent();
    });
  }

  #endOnceSent(): void {
    if (this.#unsent.size === 0) this.#onEnded?.();
  }

  #watch(socket: Socket): void {
    const [parse, ...others] = socket.listeners('data') as ((chunk: Buffer) => void)[];
    // Where Node has paused it, a listener more would leave nobody who lets it go on. The next answer comes back to it.
    if (!parse || others.length > 0 || socket.isPaused()) return;
    const watched: Watched = { lastPiece: null, isBetween: false, strange: 0 };
    this.#watched.set(socket, watched);
    const parser = parserOf(socket);
    // Until now the parser reads from the handle itself, past the stream. Another listener ends that.
    socket.on('data', (chunk: Buffer) => {
      // Ended while there were bytes of it left, as by CONNECT: the parser is somebody else's by now.
      if (socket.destroyed || parserOf(socket) !== parser) return;
      const text =
        watched.strange > maxStrange || chunk.length > maxTextBytes ? null : chunk.toString('latin1');
      if (text !== null && watched.isBetween && this.#answer(socket, watched, text)) return;
      watched.lastPiece = { text };
      watched.isBetween = false;
      watched.strange += 1;
      parse.call(socket, chunk);
    });
    socket.removeListener('data', parse);
  }

  #answer(socket: Socket, watched: Watched, text: string): boolean {
    if (socket.writableLength > 0 || this.#onEnded !== null) return false;
    const rawResponse = this.#rawResponse.get(text);
    const body = rawResponse?.find();
    if (!rawResponse || !body) {
      this.#rawResponse.delete(text);
      return false;
    }
    watched.strange = 0;
    const whole = wholeAnswer(rawResponse.head, body);
    // In a crowd it waits for its turn, as whatever the parser makes of it does.
    if (!whole || (body.length >= minThrottledBytes && !sendThrottle.takeNow(body.length))) return false;
    socket.write(whole);
    if (socket.writableLength > 0) this.#wait(socket, watched);
    rawResponse.onGiven(body.length);
    return true;
  }

  /** A reader that has not taken all of it yet is not idle, which Node would close it for. */
  #wait(socket: Socket, watched: Watched): void {
    const { timeout = 0 } = socket;
    socket.setTimeout(0);
    this.#unsent.add(socket);
    socket.write('', () => {
      this.#unsent.delete(socket);
      this.#endOnceSent();
      // Whatever went to the parser since has a time of its own.
      if (watched.isBetween && !socket.destroyed) socket.setTimeout(timeout);
    });
  }
}

/** Node's, as long as it reads this connection; it has no name in the types. */
const parserOf = (socket: Socket): unknown => (socket as { parser?: unknown }).parser;

/** Of those something follows the head, or precedes the answer; a proxy's name who asks, so that none is like another. */
const unrepeatable = [
  ...['content-length', 'transfer-encoding', 'expect', 'upgrade'],
  ...['forwarded', 'x-forwarded-for', 'x-real-ip', 'x-request-id', 'via'],
];

function isUnrepeatable({ method, headers }: IncomingMessage): boolean {
  return method !== 'GET' || unrepeatable.some((name) => headers[name] !== undefined);
}

/** A request as it comes over the wire from most clients. What is written otherwise is never taken for a repeat. */
function textOf({ url, rawHeaders }: IncomingMessage): string {
  let text = `GET ${url} HTTP/1.1\r\n`;
  for (let at = 0; at < rawHeaders.length; at += 2) text += `${rawHeaders[at]}: ${rawHeaders[at + 1]}\r\n`;
  return `${text}\r\n`;
}
