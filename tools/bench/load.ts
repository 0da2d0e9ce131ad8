import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Address {
  port: number;
  host: string;
  path: string;
}

/** A browser's Accept-Encoding, so that the measurement includes content negotiation. */
const acceptEncoding = 'Accept-Encoding: gzip, deflate, br, zstd';
const connections = 16;

/**
 * Requests per second of one file over 16 keep-alive connections, by wrk on its own core.
 * @throws Error if a response is not a 2xx or a connection fails
 */
export async function requestRate(
  { port, host, path }: Address,
  core: string,
  seconds: number,
): Promise<{ rate: number; requests: number }> {
  const args = [
    ...['-c', core, 'wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '-H', `Host: ${host}`],
    ...['-H', acceptEncoding, `http://127.0.0.1:${port}${path}`],
  ];
  const { stdout } = await run('taskset', args, { timeout: (seconds + 20) * 1000 });
  const rate = Number(/^Requests\/sec:\s+([\d.]+)/m.exec(stdout)?.[1]);
  const requests = Number(/^\s*(\d+) requests in/m.exec(stdout)?.[1]);
  if (!Number.isFinite(rate) || !Number.isFinite(requests) || /Non-2xx|Socket errors/.test(stdout))
    throw new Error(`wrk says:\n${stdout}`);
  return { rate, requests };
}

/** Large reads, so that the client is not the bottleneck. */
const readBytes = 1_048_576;

/**
 * Fetches a file repeatedly over one keep-alive connection and discards the bytes.
 * @returns seconds
 */
export async function download(address: Address, size: number, times: number): Promise<number> {
  const { port, host, path } = address;
  const get = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${acceptEncoding}\r\n\r\n`;
  const startedAt = performance.now();
  await new Promise<void>((resolve, reject) => {
    let left = times;
    let missing = 0;
    const take = (chunk: Buffer): void => {
      if (missing === 0) missing = size - (chunk.length - bodyOffset(chunk, size));
      else missing -= chunk.length;
      if (missing > 0) return;
      left -= 1;
      if (left > 0) socket.write(get);
      else resolve(void socket.destroy());
    };
    const callback = (length: number, buffer: Uint8Array): boolean => {
      try {
        take(Buffer.from(buffer.buffer, buffer.byteOffset, length));
      } catch (error) {
        socket.destroy(error as Error);
      }
      return true;
    };
    const socket = connect({
      port,
      host: '127.0.0.1',
      onread: { buffer: Buffer.allocUnsafe(readBytes), callback },
    });
    socket.setTimeout(30_000, () => socket.destroy(new Error('The server went silent.')));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The server closed the connection.')));
    socket.write(get);
  });
  return (performance.now() - startedAt) / 1000;
}

/**
 * The offset of the body in the first bytes of a response, which must be the whole file without an encoding.
 */
function bodyOffset(chunk: Buffer, size: number): number {
  const end = chunk.indexOf('\r\n\r\n');
  const head = chunk.toString('latin1', 0, end);
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1]);
  if (!head.startsWith('HTTP/1.1 200 ') || length !== size) throw new Error(`Not the file:\n${head}`);
  return end + 4;
}
