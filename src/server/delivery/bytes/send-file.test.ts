import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readHash } from '#server/testing/http/read-hash.ts';
import { blockBytes, type HotFile } from './hot-files.ts';
import { sendFile } from './send-file.ts';

const content = randomBytes(4 * blockBytes + 77);
let folder: string;
let path: string;
/** Far more than sockets take unread, and nothing on the disk. */
let large: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flux-send-'));
  path = join(folder, 'file');
  await writeFile(path, content);
  large = join(folder, 'large');
  await writeFile(large, '');
  await truncate(large, 200 * blockBytes);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What lies here is not asked for by a few. */
const openHere = async () => null;

async function received(hot: () => HotFile | null, range: { start: number; end: number }): Promise<Buffer> {
  const file = { hot, open: () => open(path), openHere };
  const server = createServer((_, response) => void sendFile(file, response, range));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return Buffer.from(await answer.arrayBuffer());
  } finally {
    server.close();
  }
}

test.each([0, 1, 3, 9])('a file that is let go after %i blocks is completed from the disk', async (held) => {
  const file: HotFile = {
    block: (index) =>
      index < held ? Buffer.from(content.subarray(index * blockBytes, (index + 1) * blockBytes)) : undefined,
  };
  for (const range of [
    { start: 0, end: content.length - 1 },
    { start: 5, end: 5 },
    { start: blockBytes - 1, end: 2 * blockBytes },
    { start: 3 * blockBytes, end: content.length - 2 },
  ]) {
    expect((await received(() => file, range)).equals(content.subarray(range.start, range.end + 1))).toBe(
      true,
    );
  }
});

test('a file that comes into memory while it is sent goes on from there', async () => {
  let asked = 0;
  let fromMemory = 0;
  const file: HotFile = {
    block: (index) => {
      fromMemory += 1;
      return Buffer.from(content.subarray(index * blockBytes, (index + 1) * blockBytes));
    },
  };
  const hot = () => {
    asked += 1;
    return asked > 6 ? file : null;
  };
  const whole = { start: 0, end: content.length - 1 };
  expect((await received(hot, whole)).equals(content)).toBe(true);
  expect(fromMemory).toBeGreaterThan(0);
});

test('many at once get the right bytes each, the readers of half of them being slow', async () => {
  const cold = { hot: () => null, open: () => open(path), openHere };
  const range = { start: 3, end: content.length - 4 };
  const server = createServer((_, response) => void sendFile(cold, response, range));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const expected = createHash('sha256')
    .update(content.subarray(range.start, range.end + 1))
    .digest('hex');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const hashes = await Promise.all(
      Array.from({ length: 40 }, (_, index) => readHash(address, index % 2 === 0)),
    );
    expect(new Set(hashes)).toEqual(new Set([expected]));
  } finally {
    server.close();
  }
});

test('a reader who goes away ends the sending, and the file is closed', async () => {
  const handles: FileHandle[] = [];
  const cold = {
    hot: () => null,
    openHere,
    open: async () => {
      const handle = await open(large);
      handles.push(handle);
      return handle;
    },
  };
  const failures: unknown[] = [];
  const { promise: failed, resolve } = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    sendFile(cold, response, { start: 0, end: 200 * blockBytes - 1 }).catch((error: unknown) => {
      failures.push(error);
      resolve();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  socket.destroy();
  await failed;
  expect(failures).toHaveLength(1);
  await vi.waitFor(() => expect(handles.map(({ fd }) => fd)).toEqual([-1]));
  server.close();
});

test('readers who go away while the file is being opened leave no open file, and take no wide buffers from others', async () => {
  const handles: FileHandle[] = [];
  const asked: (() => void)[] = [];
  const slow = {
    hot: () => null,
    openHere,
    open: async () => {
      await new Promise<void>((resolve) => asked.push(resolve));
      const handle = await open(path);
      handles.push(handle);
      return handle;
    },
  };
  const reads: number[] = [];
  const watched = {
    hot: () => null,
    openHere,
    open: async () => {
      const handle = await open(path);
      const read = handle.read.bind(handle) as (...order: unknown[]) => Promise<unknown>;
      const watch = (...order: unknown[]) => {
        reads.push(order[2] as number);
        return read(...order);
      };
      return Object.assign(handle, { read: watch });
    },
  };
  const range = { start: 0, end: content.length - 1 };
  let failures = 0;
  const server = createServer(({ url }, response) => {
    sendFile(url === '/slow' ? slow : watched, response, range).catch(() => {
      failures += 1;
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  try {
    const readers = 40;
    const sockets = Array.from({ length: readers }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
      return socket;
    });
    await vi.waitFor(() => expect(asked).toHaveLength(readers));
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(() => expect(failures).toBe(readers));
    for (const opened of asked) opened();
    await vi.waitFor(() => expect(handles.map(({ fd }) => fd)).toEqual(Array(readers).fill(-1)));
    await (await fetch(`http://127.0.0.1:${port}`)).arrayBuffer();
    expect(Math.max(...reads)).toBe(262_144);
  } finally {
    server.close();
  }
});
