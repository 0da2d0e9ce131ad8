import type { Socket } from 'node:net';
import type { Handler } from '../guards/guards.ts';

/** Requests of one connection that wait for an answer before theirs. Browsers send none, and few others do. */
export const maxWaiting = 16;

/**
 * Closes a connection on which more requests were sent ahead. Node hands on all that came in one piece, a thousand small
 * ones, and would keep every answer in memory until those before it have been read, which may be never.
 */
export function boundPipelining(next: Handler): Handler {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    // What came together with the one too many.
    if (socket.destroyed) return;
    // The answer that is next has the connection.
    if (response.socket === null) {
      const count = waiting.get(socket) ?? 0;
      if (count === maxWaiting) {
        socket.destroy();
        return;
      }
      waiting.set(socket, count + 1);
      response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    }
    next(request, response);
  };
}
