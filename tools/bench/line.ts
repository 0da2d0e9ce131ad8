import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface LineSpeed {
  /** Download rate in bits per second, shared by all connections. */
  bitsPerSecond: number;
  /** Round-trip time in milliseconds. */
  roundTripMs: number;
}

/** An emulated network line between browsers and one server. */
export interface Line {
  port: number;
  stop(): Promise<void>;
}

/** Maximum bytes in transit per connection. More than the line holds, so that one connection can fill it. */
const windowBytes = 262_144;
const pieceBytes = 16_384;

/**
 * A proxy on loopback that limits responses to the line's rate and delays everything. Opening a connection
 * takes one round trip, as TCP's handshake does. TCP slow start is not emulated.
 * @param serverPort on 127.0.0.1
 */
export async function startLine(serverPort: number, speed: LineSpeed): Promise<Line> {
  const oneWayMs = speed.roundTripMs / 2;
  const msPerByte = 8_000 / speed.bitsPerSecond;
  const sockets = new Set<Socket>();
  /** The time when the line has sent everything queued. */
  let freeAt = 0;

  const server = createServer({ allowHalfOpen: true }, (browser) => {
    const upstream = connect({ port: serverPort, host: '127.0.0.1', allowHalfOpen: true });
    const openAt = performance.now() + speed.roundTripMs;
    for (const socket of [browser, upstream]) {
      sockets.add(socket);
      socket.setNoDelay();
      socket.on('close', () => sockets.delete(socket));
    }
    browser.on('error', () => upstream.destroy());
    upstream.on('error', () => browser.destroy());
    browser.on('close', () => upstream.destroy());
    forward(browser, upstream, () => Math.max(openAt, performance.now()) + oneWayMs);
    forward(upstream, browser, (bytes) => {
      freeAt = Math.max(freeAt, performance.now()) + bytes * msPerByte;
      return freeAt + oneWayMs;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** @param arrival when bytes that are sent now arrive, by `performance.now()`; never decreases */
function forward(from: Socket, to: Socket, arrival: (bytes: number) => number): void {
  // Timers of different lengths may fire out of order; the bytes must stay in order.
  const underWay: (Buffer | 'end')[] = [];
  let bytesUnderWay = 0;
  const put = (piece: Buffer | 'end') => {
    underWay.push(piece);
    setTimeout(arrive, Math.max(0, arrival(piece === 'end' ? 0 : piece.length) - performance.now()));
  };
  const arrive = () => {
    const piece = underWay.shift();
    if (piece === undefined || to.destroyed) return;
    if (piece === 'end') {
      to.end();
      return;
    }
    bytesUnderWay -= piece.length;
    to.write(piece);
    if (bytesUnderWay < windowBytes) from.resume();
  };
  from.on('data', (chunk: Buffer) => {
    for (let start = 0; start < chunk.length; start += pieceBytes) {
      const piece = chunk.subarray(start, start + pieceBytes);
      bytesUnderWay += piece.length;
      put(piece);
    }
    if (bytesUnderWay >= windowBytes) from.pause();
  });
  from.on('end', () => put('end'));
}
