import type { ServerResponse } from 'node:http';
import type { Headers } from '../access/protection.ts';

/** The head of a 200 as it goes over the wire, without what differs from one answer to the next. */
export function headText(headers: Headers): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((one) => `${name}: ${one}\r\n`) : [`${name}: ${value}\r\n`],
  );
  return `HTTP/1.1 200 OK\r\n${lines.join('')}`;
}

/**
 * Answers with a whole file from memory. Node checks, joins and copies every header anew for each answer, and hands
 * them on through several layers: more than all else that a small file costs outside of the kernel. So a head that
 * was made once goes to the socket as it is, with the body in the same system call. The response's own `finish`
 * event is all that Node's server waits for to take the next request of the connection.
 * @param head of `headText`
 * @param body always the same object for the same file: what was put together for it is found again by it
 * @returns false, with nothing done, where Node has to answer in its own way: the connection is to be closed, or an
 *   earlier request of it is still being answered
 */
export function sendWhole(response: ServerResponse, head: string, body: Buffer): boolean {
  const { socket, req } = response;
  if (socket === null || !response.shouldKeepAlive || req.httpVersionMinor !== 1) return false;
  if (response.headersSent || socket.writableLength > 0) return false;
  const written = (error?: Error | null) => {
    if (!error) response.emit('finish');
  };
  const { start, whole } = answerOf(head, body);
  if (whole !== null) {
    socket.write(whole, written);
  } else {
    socket.cork();
    // As bytes: of a text and bytes Node makes one copy before it writes, however long they are.
    socket.write(start);
    socket.write(body, written);
    socket.uncork();
  }
  return true;
}

/** The answer as it goes over the wire; null where it is not to be had in one piece. */
export function wholeAnswer(head: string, body: Buffer): Buffer | null {
  const known = answerOf(head, body);
  join(known, body);
  return known.whole;
}

/** An answer as it goes over the wire in the current second, which its head tells. */
interface Answer {
  head: string;
  /** The head, to its last line. */
  start: Buffer;
  /** Head and body in one, where it is asked for often: one buffer costs the system less than two. */
  whole: Buffer | null;
}

/** Longer bodies are not copied: there the copy would cost more than the second buffer. */
export const maxJoinedBytes = 131_072;
/** Of all that is put together in one second. */
const maxReadyBytes = 16_777_216;
/** Roughly what an answer takes besides its body. */
const answerBytes = 2_000;

let second = 0;
let lastLines = '';
let readyBytes = 0;
const ready = new Map<Buffer, Answer>();

function answerOf(head: string, body: Buffer): Answer {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    lastLines = `Date: ${new Date(now * 1000).toUTCString()}\r\n${kept}`;
    ready.clear();
    readyBytes = 0;
  }
  const known = ready.get(body);
  if (known?.head !== head) return remember(body, { head, start: startOf(head), whole: null });
  join(known, body);
  return known;
}

function join(answer: Answer, body: Buffer): void {
  if (answer.whole !== null || body.length > maxJoinedBytes || !hasRoom(body.length)) return;
  answer.whole = Buffer.concat([answer.start, body]);
  readyBytes += body.length;
}

function startOf(head: string): Buffer {
  return Buffer.from(head + lastLines, 'latin1');
}

function remember(body: Buffer, answer: Answer): Answer {
  if (!hasRoom(answerBytes)) return answer;
  ready.set(body, answer);
  readyBytes += answerBytes;
  return answer;
}

function hasRoom(bytes: number): boolean {
  return readyBytes + bytes <= maxReadyBytes;
}

/** As Node says it of a connection that stays open; the server's `keepAliveTimeout` is the 5 s that Node begins with. */
const kept = 'Connection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\n';
