import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { TestServer } from '../servers/server.ts';

export interface RawAnswer {
  status: number;
  /** Names in lower case; of those that come twice, the last. */
  headers: Record<string, string>;
  /** All that came, further answers included. */
  text: string;
}

/**
 * Sends raw bytes and reads until the server closes the connection.
 * @throws if the connection stays open for five seconds, or closes without a response
 */
export function sendRaw(server: TestServer, bytes: string | Buffer): Promise<RawAnswer> {
  return beginRaw(server, bytes).answer;
}

export interface RawRequest {
  /** Sends more of it. */
  write(bytes: string | Buffer): void;
  answer: Promise<RawAnswer>;
}

/** The same with more bytes to come. */
export function beginRaw(server: TestServer, bytes: string | Buffer): RawRequest {
  const socket = connect(server.address);
  // The server may close while bytes are still being sent.
  socket.on('error', () => {});
  socket.setTimeout(5_000, () => socket.destroy(new Error('late')));
  socket.write(bytes, 'latin1');
  return {
    write: (more) => void socket.write(more, 'latin1'),
    answer: readAnswer(socket, String(bytes).slice(0, 200)),
  };
}

async function readAnswer(socket: Socket, asked: string): Promise<RawAnswer> {
  let text = '';
  socket.setEncoding('latin1').on('data', (data) => {
    text += data;
  });
  const [late] = await once(socket, 'close');
  const [head = ''] = text.split('\r\n\r\n', 1);
  const [first = '', ...lines] = head.split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  if (late && !text) throw new Error(`Nothing came for ${JSON.stringify(asked)}`);
  if (!status) throw new Error(`No answer to ${JSON.stringify(asked)}: ${text}`);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status, headers: Object.fromEntries(headers), text };
}
