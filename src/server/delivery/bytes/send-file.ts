import type { FileHandle } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { ByteRange } from '#server/platform/blobs/blob-store.ts';
import { sendfile } from '#server/platform/files/sendfile.ts';
import { blockBytes, type HotFile } from './hot-files.ts';
import { leastStepBytes, sendThrottle } from './send-throttle.ts';

/** Larger reads gain nothing; smaller ones cost a round through the thread pool each. */
const wideBytes = 262_144;
/** So many transfers read by two buffers of that size at once; all others by a single small one. */
const maxWide = 32;
const narrowBytes = 65_536;
/** What the system is asked to hand on at a time. */
const handedBytes = 1_048_576;
/** So often in vain, and never otherwise, says that it does not go for this file or on this system. */
const mostVain = 8;

const pool: Buffer[] = [];
let wideCount = 0;

/** A file that is sent, as it is at hand. */
export interface SentFile {
  /** Of what is in memory now; it may come there, and go, while it is sent. */
  hot(): HotFile | null;
  /** The same bytes on the disk, which are fetched where they are not there. Whoever opens it closes it. */
  open(): Promise<FileHandle>;
  /** The same where they lie on this machine already, else null. */
  openHere(): Promise<FileHandle | null>;
}

/**
 * Sends a part of a file and ends the response: from memory where it is there, else from the disk. Two steps are on their
 * way at a time, so that the system never waits for the next; by how many are being sent it follows how long they are
 * and when they go. Where there are many, the system takes what it can from the file itself, and what goes by way of this
 * process is the small step after which it can take more. A slow reader holds two buffers for what comes from the disk, one
 * small one where there are many, and for what is in memory none of their own.
 * @param handle of the file where it is open already; closed whatever happens
 * @param onPast told of bytes that went past the connection's own count
 * @throws when the reader goes away or the file is shorter than it was; the response is of no use then
 */
export async function sendFile(
  file: SentFile,
  response: ServerResponse,
  range: ByteRange,
  { handle = null, onPast = () => {} }: { handle?: FileHandle | null; onPast?: (bytes: number) => void } = {},
): Promise<void> {
  const leave = sendThrottle.enter();
  const reader = watch(response);
  const disk = new Disk(file, handle);
  let position = range.start;
  let last: Promise<void> = Promise.resolve();
  let beforeLast = last;
  const shortcut = new Shortcut(response, disk, onPast);
  try {
    while (position <= range.end) {
      // The head goes with the first step.
      const isPast = position > range.start && shortcut.isWorthwhile;
      if (isPast) {
        await reader.here(last);
        position += await reader.here(shortcut.send(position, range.end + 1));
        if (shortcut.isOpen) continue;
      }
      const end = Math.min(range.end + 1, position + (isPast ? leastStepBytes : sendThrottle.stepBytes));
      const inMemory = partInMemory(file, position, end);
      // What a buffer is read into anew must have been sent.
      await reader.here(inMemory === null && disk.isNarrow ? last : beforeLast);
      const chunk = inMemory ?? (await reader.here(disk.read(position, end)));
      const turn = sendThrottle.take(chunk.length);
      if (turn) await turn;
      position += chunk.length;
      beforeLast = last;
      last = write(response, chunk);
      // It is awaited a step later, or never once the reader is gone.
      last.catch(() => {});
    }
    await reader.here(last);
    disk.giveBuffersBack();
    response.end();
  } finally {
    leave();
    reader.forget();
    disk.close();
  }
}

/**
 * Sends what comes from elsewhere, by turns as well, and ends the response. The next chunk is asked for when the last one
 * was sent, so that a reader who takes nothing holds a single one.
 * @param stream destroyed whatever happens
 * @throws when the reader goes away or the stream fails; the response is of no use then
 */
export async function sendStream(stream: Readable, response: ServerResponse): Promise<void> {
  const leave = sendThrottle.enter();
  const reader = watch(response);
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await reader.here(chunks.next());
      if (done) break;
      const turn = sendThrottle.take(value.length);
      if (turn) await turn;
      await reader.here(write(response, value));
    }
    response.end();
  } finally {
    leave();
    reader.forget();
    stream.destroy();
  }
}

function partInMemory(file: SentFile, position: number, end: number): Buffer | null {
  const start = position % blockBytes;
  const block = file.hot()?.block((position - start) / blockBytes);
  return block?.subarray(start, start + end - position) ?? null;
}

/** One transfer's way from its file to its connection past this process. */
class Shortcut {
  readonly #response: ServerResponse;
  readonly #disk: Disk;
  readonly #onPast: (bytes: number) => void;
  #vain = 0;
  /** Whether the connection took all that it was offered last. */
  isOpen = false;

  constructor(response: ServerResponse, disk: Disk, onPast: (bytes: number) => void) {
    this.#response = response;
    this.#disk = disk;
    this.#onPast = onPast;
  }

  get isWorthwhile(): boolean {
    return sendThrottle.areMany && this.#vain < mostVain;
  }

  /**
   * What was written before must have been sent.
   * @returns how many bytes the connection took
   */
  async send(position: number, end: number): Promise<number> {
    const { socket } = this.#response;
    this.isOpen = false;
    // Between these bytes and those of Node there must be nothing that only Node knows to write.
    if (socket === null || socket.writableLength > 0 || this.#response.chunkedEncoding) return 0;
    // What is in memory goes on from there where nothing can be opened, and nothing is fetched for it.
    const handle = await this.#disk.here().catch(() => null);
    if (handle === null) {
      this.#vain = mostVain;
      return 0;
    }
    const length = Math.min(handedBytes, end - position);
    const taken = await sendfile(socket, handle, position, length);
    // Also of a reader who is gone by now.
    this.#onPast(taken);
    this.isOpen = taken === length;
    if (taken === 0) this.#vain += 1;
    else this.#vain = Number.NEGATIVE_INFINITY;
    return taken;
  }
}

/** One transfer's reading from the disk, begun when the first of it is asked for. */
class Disk {
  readonly #file: SentFile;
  #handle: FileHandle | null;
  /** Each in its turn. */
  #buffers: Buffer[] = [];
  #isWide = false;
  #isClosed = false;

  constructor(file: SentFile, handle: FileHandle | null) {
    this.#file = file;
    this.#handle = handle;
  }

  /** Whether there is but one buffer, which is read into again only when it was sent. */
  get isNarrow(): boolean {
    return this.#buffers.length > 0 && !this.#isWide;
  }

  /** The file, where nothing has to be fetched for it. */
  async here(): Promise<FileHandle | null> {
    this.#handle ??= await this.#kept(this.#file.openHere());
    return this.#handle;
  }

  /** @throws where the file ends before there is any of it */
  async read(position: number, end: number): Promise<Buffer> {
    this.#handle ??= await this.#kept(this.#file.open());
    const handle = this.#handle;
    if (this.#buffers.length === 0) this.#takeBuffers();
    const buffer = this.#buffers.shift() as Buffer;
    this.#buffers.push(buffer);
    const length = Math.min(buffer.length, end - position);
    const { bytesRead } = await handle.read(buffer, 0, length, position);
    if (bytesRead === 0) throw new Error(`The file ended at ${position}, before ${end}.`);
    return buffer.subarray(0, bytesRead);
  }

  /** The reader may go away meanwhile; nobody closes what is opened after that but this. */
  async #kept<Opened extends FileHandle | null>(opening: Promise<Opened>): Promise<Opened> {
    const opened = await opening;
    if (!this.#isClosed) return opened;
    await opened?.close();
    throw new Error('The reader disconnected while the file was opened.');
  }

  #takeBuffers(): void {
    this.#isWide = wideCount < maxWide;
    if (this.#isWide) {
      wideCount += 1;
      this.#buffers = [allocateWide(), allocateWide()];
    } else {
      this.#buffers = [Buffer.allocUnsafeSlow(narrowBytes)];
    }
  }

  /** For when all was sent: after an abort the socket may still hold them. */
  giveBuffersBack(): void {
    if (this.#isWide) pool.push(...this.#buffers);
  }

  close(): void {
    this.#isClosed = true;
    if (this.#isWide) wideCount -= 1;
    // Nobody waits for it: what was sent is counted at once, also where the server is about to stop.
    this.#handle?.close().catch(() => {});
  }
}

function allocateWide(): Buffer {
  return pool.pop() ?? Buffer.allocUnsafeSlow(wideBytes);
}

function write(response: ServerResponse, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}

interface Reader {
  /** Waits for what is under way, and rejects when the connection closes before the response has ended. */
  here<Result>(work: Promise<Result>): Promise<Result>;
  forget(): void;
}

/** One listener for a whole transfer: a promise that all of its steps race against would keep each of them. */
function watch(response: ServerResponse): Reader {
  let isGone = response.destroyed;
  let giveUp: () => void = () => {};
  const onClose = () => {
    isGone = true;
    giveUp();
  };
  response.once('close', onClose);
  return {
    here: (work) =>
      new Promise((resolve, reject) => {
        giveUp = () => reject(new Error('The reader went away.'));
        work.then(resolve, reject);
        if (isGone) giveUp();
      }),
    forget: () => response.off('close', onClose),
  };
}
