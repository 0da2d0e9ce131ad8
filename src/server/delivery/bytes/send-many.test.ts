import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { defaultPeerRules } from '#server/platform/http/connections/connection-progress.ts';
import { SlowConnections } from '#server/platform/http/connections/slow-connections.ts';
import { createLog } from '#server/platform/telemetry/log.ts';
import { readHash } from '#server/testing/http/read-hash.ts';
import { blockBytes, type HotFile } from './hot-files.ts';
import { type SentFile, sendFile } from './send-file.ts';
import { sendThrottle } from './send-throttle.ts';

/** More than sockets take unread. */
const many = 24;
const contents = Array.from({ length: many }, () => randomBytes(4 * blockBytes + 77));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flux-many-'));
  for (const [index, content] of contents.entries()) await writeFile(pathOf(index), content);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const pathOf = (index: number) => join(folder, String(index));
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Others who are sent something meanwhile: however many of a test are left, the system is to take what it can by itself. */
let others: (() => void)[] = [];
const meetOthers = () => {
  others = Array.from({ length: 16 }, () => sendThrottle.enter());
};

let server: Server | undefined;
afterEach(() => {
  for (const leave of others.splice(0)) leave();
  server?.closeAllConnections();
  server?.close();
});

/** Of each reader its own file. */
interface Sent {
  port: number;
  /** Bytes that went past the connections' own count. */
  past: number;
  /** Once all that was begun has ended, however it did. */
  settled(): Promise<unknown>;
}

async function serve(fileOf: (index: number) => SentFile, readerWindowMs = 60_000): Promise<Sent> {
  const sendings: Promise<void>[] = [];
  const rules = { ...defaultPeerRules, readerWindowMs };
  const slow = new SlowConnections(createLog('error'), { rules, sweepMs: 50 });
  const answer: RequestListener = ({ url, headers }, response) => {
    const index = Number(url?.slice(1));
    const length = contents[index]?.length ?? 0;
    const [start = 0, end = length - 1] = (headers.range ?? '').match(/\d+/g)?.map(Number) ?? [];
    response.writeHead(200, { 'Content-Length': end - start + 1 });
    const onPast = (bytes: number) => {
      sent.past += bytes;
    };
    sendings.push(sendFile(fileOf(index), response, { start, end }, { onPast }).catch(() => {}));
  };
  const started = createServer(slow.follow(answer));
  slow.watch(started);
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  server = started;
  const { port } = started.address() as AddressInfo;
  const sent: Sent = {
    port,
    past: 0,
    settled: () =>
      vi.waitFor(() => expect(sendings).not.toEqual([]), 60_000).then(() => Promise.all(sendings)),
  };
  return sent;
}

const fromDisk = (index: number): SentFile => ({
  hot: () => null,
  open: () => open(pathOf(index)),
  openHere: () => open(pathOf(index)),
});

const read = (port: number, index: number, isSlow: boolean) =>
  readHash(`http://127.0.0.1:${port}/${index}`, isSlow);

const inMemory = (index: number): HotFile => ({
  block: (block) => contents[index]?.subarray(block * blockBytes, (block + 1) * blockBytes),
});
const noMoreFiles = (): never => {
  throw new Error('EMFILE');
};
const neverFetched = (): never => {
  throw new Error('It was to be fetched, though all of it is in memory.');
};

describe.skipIf(process.platform !== 'linux')('past this process', () => {
  test.each<[string, (index: number) => SentFile]>([
    ['on the disk', fromDisk],
    ['in memory', (index) => ({ ...fromDisk(index), hot: () => inMemory(index) })],
  ])('of files %s many get the right bytes each, much of them past this process', async (_name, fileOf) => {
    meetOthers();
    const sent = await serve(fileOf);
    // The second time over the same connections.
    for (const each of [2, 3]) {
      const hashes = await Promise.all(
        contents.map((_, index) => read(sent.port, index, index % each === 0)),
      );
      expect(hashes).toEqual(contents.map(digest));
    }
    const all = 2 * contents.reduce((bytes, { length }) => bytes + length, 0);
    expect(sent.past).toBeGreaterThan(all / 4);
    expect(sent.past).toBeLessThan(all);
  });

  test('a few get all by way of this process', async () => {
    const sent = await serve(fromDisk);
    expect(await Promise.all([0, 1, 2].map((index) => read(sent.port, index, false)))).toEqual(
      contents.slice(0, 3).map(digest),
    );
    expect(sent.past).toBe(0);
  });

  test.each<[string, SentFile['openHere']]>([
    ['where no file can be opened', async () => noMoreFiles()],
    ['where it does not lie on this machine any more', async () => null],
  ])('many get what is in memory also %s', async (_name, openHere) => {
    meetOthers();
    const sent = await serve((index) => ({
      hot: () => inMemory(index),
      open: async () => neverFetched(),
      openHere,
    }));
    const hashes = await Promise.all(contents.map((_, index) => read(sent.port, index, false)));
    expect(hashes).toEqual(contents.map(digest));
    expect(sent.past).toBe(0);
  });

  test('whoever takes nothing of it is cut off, as without', async () => {
    meetOthers();
    const sent = await serve(fromDisk, 500);
    const socket = connect(sent.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    socket.write('GET /0 HTTP/1.1\r\nHost: x\r\n\r\n');
    await sent.settled();
    expect(sent.past).toBeLessThan(contents[0]?.length ?? 0);
    socket.destroy();
  });

  test('parts of files go past this process as parts', async () => {
    meetOthers();
    const sent = await serve(fromDisk);
    const parts = await Promise.all(
      contents.map(async (_, index) => {
        const range = `bytes=${index + 1}-${3 * blockBytes + index}`;
        const answer = await fetch(`http://127.0.0.1:${sent.port}/${index}`, { headers: { range } });
        return digest(Buffer.from(await answer.arrayBuffer()));
      }),
    );
    expect(parts).toEqual(
      contents.map((content, index) => digest(content.subarray(index + 1, 3 * blockBytes + index + 1))),
    );
    expect(sent.past).toBeGreaterThan(0);
  });

  test('whoever goes away in the middle leaves nothing open, and others the bytes that are theirs', async () => {
    meetOthers();
    const openNow = async () => (await readdir('/proc/self/fd')).length;
    const sent = await serve(fromDisk);
    const before = await openNow();
    // Their connections and files end while the system is handing on, and the numbers of both are given to those who come.
    const leave = async (index: number) => {
      const socket = connect(sent.port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(`GET /${index} HTTP/1.1\r\nHost: x\r\n\r\n`);
      await once(socket, 'data');
      await sleep(index % 5);
      socket.destroy();
    };
    const [hashes] = await Promise.all([
      Promise.all(contents.map((_, index) => read(sent.port, index, index % 3 === 0))),
      Promise.all(Array.from({ length: 200 }, (_, index) => leave(index % many))),
    ]);
    expect(hashes).toEqual(contents.map(digest));
    await sent.settled();
    server?.closeAllConnections();
    // Of one connection both ends may be kept a moment longer by whoever reads.
    await vi.waitFor(async () => expect(await openNow()).toBeLessThanOrEqual(before + 2), 60_000);
  });
});
