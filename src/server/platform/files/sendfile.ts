import type { FileHandle } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** Cached data takes about a millisecond. A longer call waits for a disk or another machine. */
const stuckMilliseconds = 1_000;
/** Far below the timeout of an idle reader. */
const patienceMilliseconds = 5_000;

/**
 * F_DUPFD_CLOEXEC of fcntl(2) on Linux: duplicates without inheritance, so that a child process cannot keep or use a
 * connection.
 */
const duplicateForOneself = 1_030;

interface Calls {
  fcntl(fd: number, command: number, lowest: number): number;
  close(fd: number): number;
  sendfile: {
    async(
      socket: number,
      file: number,
      offset: [number],
      count: number,
      done: (error: Error | null, taken: number) => void,
    ): void;
  };
}

interface Waiting {
  since: number;
  /** Whether it is its turn, or waiting has ended. */
  tell(isTurn: boolean): void;
}

let calls: Promise<Calls | null> | null = null;
let isBusy = false;
let isStuck = false;
/** The first has waited longest. */
const waiting: Waiting[] = [];

/**
 * Sends a part of a file to a connection by sendfile(2) of Linux, in a pool thread: no byte passes through this
 * process. Earlier writes to the connection must be flushed (`write` has called back), because Node's buffered bytes
 * would come later.
 *
 * One call runs at a time, in order, because each keeps a core busy.
 * @returns the number of sent bytes. 0 means none now, or not supported: a closed connection, full buffers, the end
 * of the file, or other slow calls; continue with normal writes.
 */
export async function sendfile(
  socket: Socket,
  file: FileHandle,
  position: number,
  length: number,
): Promise<number> {
  calls ??= load();
  const known = await calls;
  if (known === null) return 0;
  if (isStuck || (isBusy && !(await reserveTurn()))) return 0;
  isBusy = true;
  const watch = setTimeout(releaseDescriptors, stuckMilliseconds);
  try {
    return await sendPart(known, socket, file, { position, length });
  } finally {
    clearTimeout(watch);
    isStuck = false;
    passTurn();
  }
}

function reserveTurn(): Promise<boolean> {
  return new Promise((tell) => waiting.push({ since: performance.now(), tell }));
}

/** To the next waiting call, so that the order is kept. */
function passTurn(): void {
  const patient = performance.now() - patienceMilliseconds;
  while (waiting[0] && waiting[0].since < patient) waiting.shift()?.tell(false);
  const next = waiting.shift();
  if (next) next.tell(true);
  else isBusy = false;
}

/** Waiting calls continue with normal writes while one is slow. */
function releaseDescriptors(): void {
  isStuck = true;
  for (const { tell } of waiting.splice(0)) tell(false);
}

/** The descriptors are duplicates: if the original is closed and its number reused, nothing else is sent. */
async function sendPart(
  { fcntl, close, sendfile }: Calls,
  socket: Socket,
  file: FileHandle,
  { position, length }: { position: number; length: number },
): Promise<number> {
  const numbers = [numberOf(socket), file.fd].map((fd) => (fd < 0 ? -1 : fcntl(fd, duplicateForOneself, 0)));
  const [to = -1, from = -1] = numbers;
  try {
    if (to < 0 || from < 0) return 0;
    return await new Promise((resolve) => {
      // A plain array is copied for the call; a typed array could be freed before it ends.
      sendfile.async(to, from, [position], length, (error, taken) => resolve(error ? 0 : Math.max(0, taken)));
    });
  } finally {
    for (const number of numbers) if (number >= 0) close(number);
  }
}

/** The connection's file descriptor; -1 if it is closed or encrypted by Node. */
function numberOf(socket: Socket): number {
  if ('encrypted' in socket) return -1;
  const fd: unknown = Reflect.get(Reflect.get(socket, '_handle') ?? {}, 'fd');
  return typeof fd === 'number' ? fd : -1;
}

/** Null without the call: all bytes pass through this process then. */
async function load(): Promise<Calls | null> {
  // With 64-bit sizes, as declared.
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) return null;
  try {
    const { default: koffi } = await import('koffi');
    // The C library that this process uses.
    const library = koffi.load(null);
    return {
      fcntl: library.func('int fcntl(int fd, int command, int lowest)') as unknown as Calls['fcntl'],
      close: library.func('int close(int fd)') as unknown as Calls['close'],
      sendfile: library.func('int64_t sendfile(int out, int in, int64_t *offset, size_t count)'),
    };
  } catch {
    return null;
  }
}
