import type { ServerResponse } from 'node:http';
import type { Headers } from '../protection.ts';

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
 * @param onSlow called where the reader does not take all of it at once
 * @returns false, with nothing done, where Node has to answer in its own way: the connection is to be closed, or an
 *   earlier request of it is still being answered
 */
export function sendWhole(response: ServerResponse, head: string, body: Buffer, onSlow: () => void): boolean {
  const { socket, req } = response;
  if (socket === null || !response.shouldKeepAlive || req.httpVersionMinor !== 1) return false;
  if (response.headersSent || socket.writableLength > 0) return false;
  socket.cork();
  socket.write(head + connectionLines(), 'latin1');
  socket.write(body, (error) => {
    if (!error) response.emit('finish');
  });
  socket.uncork();
  if (socket.writableLength > 0) onSlow();
  return true;
}

/** As Node says it of a connection that stays open; the server's `keepAliveTimeout` is the 5 s that Node begins with. */
const kept = 'Connection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\n';
let second = 0;
let lines = '';

function connectionLines(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    lines = `Date: ${new Date(now * 1000).toUTCString()}\r\n${kept}`;
  }
  return lines;
}
