import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ByteLru } from '../../../platform/byte-lru.ts';
import { wholeAnswer } from './send-whole.ts';

/** An answer that each request with the same bytes gets as well, for as long as all that led to it holds. */
export interface Standing {
  /** As of `sendWhole`. */
  head: string;
  body: Buffer;
  holds(): boolean;
  /** Called each time that it is given. */
  onGiven(): void;
}

/** What a browser sends for a small file is about a tenth of it. */
const maxTextBytes = 4_096;
const maxTextsBytes = 4_194_304;
/** Roughly what a text takes besides itself. */
const entryBytes = 500;
/**
 * The system takes so much at once from a connection with nothing on its way. A stop closes connections that Node knows no
 * request of, so nothing of an answer may be left to send.
 */
const maxBodyBytes = 32_768;

/** What the parser of a connection got at once. */
interface Piece {
  /** Null where it is too long to be kept. */
  text: string | null;
}

/** A connection whose bytes are looked at before Node's parser gets them. */
interface Watched {
  last: Piece | null;
  /** Whether that was one whole request, and it was answered: what comes next begins another. */
  isBetween: boolean;
}

/**
 * Answers requests that came before byte for byte, as of many players who load the same game with the same browser,
 * without parsing them again: Node's parser and the objects that it makes take half of what a small file costs. The
 * connection stays Node's, with its timeouts and limits, and whatever is not such a request goes to its parser.
 */
export class Repeats {
  readonly #standing = new ByteLru<Standing>(maxTextsBytes);
  readonly #watched = new WeakMap<Socket, Watched>();
  /** In which piece of its connection the head of a request ended. */
  readonly #pieces = new WeakMap<IncomingMessage, Piece>();
  readonly #stallMilliseconds: number;

  /** @param stallMilliseconds after which a reader that takes nothing is let go */
  constructor(stallMilliseconds: number) {
    this.#stallMilliseconds = stallMilliseconds;
  }

  /** To be told of each request as Node's parser makes it. */
  begin(request: IncomingMessage): void {
    const piece = this.#watched.get(request.socket)?.last;
    if (piece) this.#pieces.set(request, piece);
  }

  /**
   * To be told of what `sendWhole` has just sent. A connection is looked into from its first such answer on: those that
   * only upload, or call the API, stay as they are.
   */
  note(response: ServerResponse, standing: Standing): void {
    const { req, socket } = response;
    if (socket === null || standing.body.length > maxBodyBytes || isUnrepeatable(req)) return;
    const watched = this.#watched.get(socket);
    if (!watched) {
      this.#watch(socket);
      return;
    }
    const piece = this.#pieces.get(req);
    // A piece may be the end of a request, or several. It was this one where its text is what the parser has made of it.
    if (piece === undefined || piece.text === null || piece.text !== textOf(req)) return;
    this.#standing.set(piece.text, standing, piece.text.length + entryBytes);
    response.once('finish', () => {
      watched.isBetween = watched.last === piece;
    });
  }

  #watch(socket: Socket): void {
    // Node's own. As long as there is none beside it, Node reads past it.
    const [parse] = socket.listeners('data') as ((chunk: Buffer) => void)[];
    if (!parse) return;
    const watched: Watched = { last: null, isBetween: false };
    this.#watched.set(socket, watched);
    socket.on('data', (chunk: Buffer) => {
      const text = chunk.length > maxTextBytes ? null : chunk.toString('latin1');
      if (text !== null && watched.isBetween && this.#answer(socket, text)) return;
      watched.last = { text };
      watched.isBetween = false;
      parse.call(socket, chunk);
    });
    socket.removeListener('data', parse);
  }

  #answer(socket: Socket, text: string): boolean {
    const standing = this.#standing.get(text);
    if (!standing || socket.writableLength > 0 || !standing.holds()) return false;
    const whole = wholeAnswer(standing.head, standing.body);
    if (whole === null) return false;
    socket.write(whole);
    if (socket.writableLength > 0) this.#wait(socket);
    standing.onGiven();
    return true;
  }

  /** For a reader that has not taken all of it yet: as of a request that is being answered, not as one who asks nothing. */
  #wait(socket: Socket): void {
    const { timeout = 0 } = socket;
    socket.setTimeout(this.#stallMilliseconds);
    socket.write('', () => {
      if (!socket.destroyed) socket.setTimeout(timeout);
    });
  }
}

/** Of those something follows the head, or precedes the answer; a proxy's name who asks, so that none is like another. */
const unrepeatable = [
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
  'forwarded',
  'x-forwarded-for',
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
