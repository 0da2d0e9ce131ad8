import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, constants, openSync, read, readlinkSync, writeSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendfile } from './sendfile.ts';

const content = randomBytes(100_000);
const another = randomBytes(100_000);
let folder: string;
let server: Server;
const sockets: Socket[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flux-sendfile-'));
  await writeFile(join(folder, 'content'), content);
  await writeFile(join(folder, 'another'), another);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

beforeEach(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

/** Both ends of a connection, and all bytes that the reader received. */
async function connection(): Promise<{ socket: Socket; reader: Socket; received: () => Buffer }> {
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const chunks: Buffer[] = [];
  reader.on('data', (chunk) => chunks.push(chunk));
  const [socket] = (await once(server, 'connection')) as [Socket];
  sockets.push(reader, socket);
  return { socket, reader, received: () => Buffer.concat(chunks) };
}

const numberOf = (of: Socket) => Reflect.get(Reflect.get(of, '_handle') ?? {}, 'fd');

/** Released after a failed test, so that later ones are not blocked. */
let release = async () => {};
afterEach(() => release());

/** Keeps all threads of the pool busy until it is released. */
function holdThreads(): void {
  const path = join(folder, `pipe-${performance.now()}`);
  execFileSync('mkfifo', [path]);
  const pipe = openSync(path, constants.O_RDWR);
  const threads = Number(process.env.UV_THREADPOOL_SIZE ?? 4);
  // Reading waits for writes and, unlike opening, uses no descriptor number that a test checks.
  const reading = Array.from({ length: threads }, () => promisify(read)(pipe, Buffer.alloc(1), 0, 1, null));
  release = async () => {
    release = async () => {};
    writeSync(pipe, Buffer.alloc(threads));
    await Promise.all(reading);
    closeSync(pipe);
  };
}

describe.skipIf(process.platform !== 'linux')('sendfile', () => {
  test('a part of a file is sent after earlier writes', async () => {
    const { socket, reader, received } = await connection();
    const file = await open(join(folder, 'content'));
    await new Promise((resolve) => socket.write('head', resolve));
    expect(await sendfile(socket, file, 10, 50_000)).toBe(50_000);
    socket.end('tail');
    await once(reader, 'end');
    expect(received()).toEqual(
      Buffer.concat([Buffer.from('head'), content.subarray(10, 50_010), Buffer.from('tail')]),
    );
    await file.close();
  });

  test('a reader who reads nothing gets the buffered part, without waiting', async () => {
    const { socket, reader } = await connection();
    reader.pause();
    const file = await open(join(folder, 'content'));
    let sent = 0;
    for (let taken = 1; taken > 0; sent += taken) taken = await sendfile(socket, file, 0, 100_000);
    expect(sent).toBeGreaterThan(0);
    await file.close();
  });

  test('nothing is sent beyond the end of the file, to a closed connection or from a closed file', async () => {
    const { socket } = await connection();
    const file = await open(join(folder, 'content'));
    expect(await sendfile(socket, file, 100_000, 10)).toBe(0);
    expect(await sendfile(socket, file, 99_990, 1_000)).toBe(10);
    await file.close();
    expect(await sendfile(socket, file, 0, 10)).toBe(0);
    socket.destroy();
    await once(socket, 'close');
    const again = await open(join(folder, 'content'));
    expect(await sendfile(socket, again, 0, 10)).toBe(0);
    await again.close();
  });

  test('a file with the reused descriptor of a closed one is not sent', async () => {
    const { socket, reader, received } = await connection();
    const fd = openSync(join(folder, 'content'), 'r');
    // Its arguments are ready; it waits for a free thread.
    await sendfile(socket, { fd } as FileHandle, 0, 0);
    holdThreads();
    const sending = sendfile(socket, { fd } as FileHandle, 0, 50_000);
    await Promise.resolve();
    closeSync(fd);
    const other = openSync(join(folder, 'another'), 'r');
    expect(other).toBe(fd);
    await release();
    expect(await sending).toBe(50_000);
    socket.end();
    await once(reader, 'end');
    expect(received().equals(content.subarray(0, 50_000))).toBe(true);
    closeSync(other);
  });

  test('a connection with the reused descriptor of a closed one gets nothing', async () => {
    const { socket } = await connection();
    const file = await open(join(folder, 'content'));
    const number = numberOf(socket);
    await sendfile(socket, file, 0, 0);
    holdThreads();
    const sending = sendfile(socket, file, 0, 50_000);
    await Promise.resolve();
    socket.destroy();
    await once(socket, 'close');
    // Each connection uses two descriptors, the lowest free ones.
    const next: Awaited<ReturnType<typeof connection>>[] = [];
    const taken = () => next.flatMap(({ socket, reader }) => [numberOf(socket), numberOf(reader)]);
    while (!taken().includes(number) && next.length < 50) next.push(await connection());
    expect(taken()).toContain(number);
    await release();
    await sending;
    const all = next.map(async ({ socket, reader, received }) => {
      const sent: Buffer[] = [];
      socket.on('data', (chunk) => sent.push(chunk));
      const closed = Promise.all([once(socket, 'close'), once(reader, 'close')]);
      socket.end('own');
      reader.end('own');
      await closed;
      return [received().toString('latin1', 0, 10), Buffer.concat(sent).toString('latin1', 0, 10)];
    });
    expect(new Set((await Promise.all(all)).flat())).toEqual(new Set(['own']));
    await file.close();
  });

  test('a stuck call delays no other, and later calls work', async () => {
    const { socket } = await connection();
    const other = await connection();
    const file = await open(join(folder, 'content'));
    await sendfile(socket, file, 0, 0);
    holdThreads();
    let hasEnded = false;
    const first = sendfile(socket, file, 0, 10).finally(() => {
      hasEnded = true;
    });
    expect(await sendfile(other.socket, file, 0, 10)).toBe(0);
    expect(await sendfile(other.socket, file, 0, 10)).toBe(0);
    expect(hasEnded).toBe(false);
    await release();
    expect(await first).toBe(10);
    expect(await sendfile(other.socket, file, 0, 10)).toBe(10);
    await file.close();
  });

  test('child processes inherit neither the file nor the connection', async () => {
    const { socket } = await connection();
    const file = await open(join(folder, 'content'));
    await sendfile(socket, file, 0, 0);
    holdThreads();
    const sending = sendfile(socket, file, 0, 10);
    await Promise.resolve();
    const held = execFileSync('ls', ['-l', '/proc/self/fd'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await release();
    expect(await sending).toBe(10);
    expect(held).not.toContain(join(folder, 'content'));
    expect(held).not.toContain(readlinkSync(`/proc/self/fd/${numberOf(socket)}`));
    await file.close();
  });
});
