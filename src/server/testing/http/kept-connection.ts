import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';

/** Reads a number of responses from a connection, by their lengths. */
export async function readAnswers(socket: Socket, count: number): Promise<{ head: string; body: Buffer }[]> {
  const answers: { head: string; body: Buffer }[] = [];
  let chunks: Buffer[] = [];
  let [held, wanted] = [0, 0];
  let bytes = Buffer.alloc(0);
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Buffer);
    held += (chunk as Buffer).length;
    if (held < wanted) continue;
    bytes = Buffer.concat(chunks);
    for (;;) {
      const end = bytes.indexOf('\r\n\r\n') + 4;
      const head = bytes.toString('latin1', 0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      wanted = end < 4 ? 0 : end + length;
      if (end < 4 || bytes.length < wanted) break;
      answers.push({ head, body: bytes.subarray(end, end + length) });
      bytes = bytes.subarray(end + length);
    }
    if (answers.length >= count) break;
    [chunks, held] = [[bytes], bytes.length];
  }
  expect(bytes.length).toBe(0);
  return answers;
}

/** A keep-alive connection to Flux after one response; later data is discarded. */
export async function keptConnection(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`GET /healthz HTTP/1.1\r\nHost: flux.localhost:${port}\r\n\r\n`);
  await once(socket, 'data');
  return socket.resume();
}
