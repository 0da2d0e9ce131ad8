import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { announcesBody } from './connection-progress.ts';

/**
 * Ends a connection whose request was answered before its body had arrived, as all refusals are. Node would take the rest of
 * the body as long as its sender likes. The answer says so (`Connection: close`), our side is closed behind it, and what still
 * comes is thrown away: a browser reads no answer before it has sent all, and closing at once would lose the answer.
 * @param onUnread called once the answer is written and the body is not complete; somebody has to end the connection
 */
export function closeUnreadBody(
  request: IncomingMessage,
  response: ServerResponse,
  onUnread: () => void,
): void {
  if (!announcesBody(request.headers)) return;
  const { socket } = request;
  // Nothing reads the body of these, and an answer may be written past `writeHead` (`sendWhole`).
  if (request.method === 'GET' || request.method === 'HEAD') response.shouldKeepAlive = false;
  const writeHead = response.writeHead;
  response.writeHead = (...args: unknown[]) => {
    if (!request.complete) response.shouldKeepAlive = false;
    return Reflect.apply(writeHead, response, args);
  };
  // What Node calls after the last answer of a connection.
  socket.destroySoon = () => {
    if (request.complete || socket.destroyed) return Socket.prototype.destroySoon.call(socket);
    socket.end();
    request.unpipe();
    request.resume();
    request.once('end', () => socket.destroy());
    onUnread();
  };
}
