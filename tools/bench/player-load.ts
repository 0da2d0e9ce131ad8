import { connect, type Socket } from 'node:net';
import type { Address } from './load.ts';

/** Downloads of many concurrent players. Each uses one connection and loads one file after another. */
export interface PlayerLoad {
  files: (Address & { size: number })[];
  players: number;
  /** Number of slow readers among the players. */
  slow: number;
}

export interface PlayerLoadResult {
  /** From the first connection to the last byte of the fast readers, in seconds. */
  seconds: number;
  /** Duration of each fast reader, in seconds. */
  each: number[];
}

const readBytes = 262_144;
/** About 1.6 MB/s. */
const slowBytes = 65_536;
const slowPauseMs = 40;
const silenceMs = 60_000;

process.once('message', (order: PlayerLoad) => {
  loadAll(order).then(
    (result) => process.send?.(result, () => process.exit(0)),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit(1));

async function loadAll({ files, players, slow }: PlayerLoad): Promise<PlayerLoadResult> {
  const startedAt = performance.now();
  const sinceStart = () => (performance.now() - startedAt) / 1000;
  const others = Array.from({ length: slow }, () => play(files, true));
  const each = await Promise.all(
    Array.from({ length: players - slow }, () => play(files, false).then(sinceStart)),
  );
  const seconds = sinceStart();
  await Promise.all(others);
  return { seconds, each };
}

async function play(files: PlayerLoad['files'], isSlow: boolean): Promise<void> {
  for (let next = 0; next < files.length; ) next = await loadFrom(files, next, isSlow);
}

/**
 * Loads one file after another over one connection. A server may close a connection that it considers idle
 * while the last bytes are in transit. The caller then opens another, as a browser does.
 * @returns the number of the next file
 */
function loadFrom(files: PlayerLoad['files'], first: number, isSlow: boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    let next = first;
    let missing = 0;
    const ask = (): void => {
      const file = files[next];
      if (!file) {
        socket.destroy();
        resolve(next);
        return;
      }
      next += 1;
      missing = file.size;
      socket.write(
        `GET ${file.path} HTTP/1.1\r\nHost: ${file.host}\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n\r\n`,
      );
    };
    let head = '';
    let isInBody = false;
    const take = (chunk: Buffer): void => {
      let body = chunk.length;
      if (!isInBody) {
        const at = chunk.indexOf('\r\n\r\n');
        head += chunk.toString('latin1', 0, at === -1 ? chunk.length : at);
        if (at === -1) return;
        checkHead(head, missing);
        head = '';
        isInBody = true;
        body -= at + 4;
      }
      missing -= body;
      if (missing > 0) return;
      isInBody = false;
      ask();
    };
    const socket: Socket = connect({
      port: files[0]?.port ?? 0,
      host: '127.0.0.1',
      onread: {
        buffer: Buffer.allocUnsafe(isSlow ? slowBytes : readBytes),
        callback: (length, buffer) => {
          try {
            take(Buffer.from(buffer.buffer, buffer.byteOffset, length));
          } catch (error) {
            socket.destroy(error as Error);
          }
          if (isSlow) setTimeout(() => socket.resume(), slowPauseMs);
          return !isSlow;
        },
      },
    });
    socket.setTimeout(silenceMs, () => socket.destroy(new Error('The server went silent.')));
    const isUnanswered = () => next > first + 1 && !isInBody && head === '';
    socket.once('error', (error) => (isUnanswered() ? resolve(next - 1) : reject(error)));
    socket.once('close', () => {
      if (isUnanswered()) resolve(next - 1);
      else reject(new Error('The server closed the connection.'));
    });
    socket.once('connect', ask);
  });
}

function checkHead(head: string, size: number): void {
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1]);
  if (!head.startsWith('HTTP/1.1 200 ') || length !== size) throw new Error(`Not the file:\n${head}`);
}
