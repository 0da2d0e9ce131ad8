import type { FileHandle } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** What is in the system's cache takes a millisecond or so. A call of this length waits for a disk, or for another machine. */
const stuckMilliseconds = 1_000;

interface Calls {
  dup(fd: number): number;
  close(fd: number): number;
  sendfile: {
    async(
      socket: number,
      file: number,
      offset: BigInt64Array,
      count: number,
      done: (error: Error | null, taken: number) => void,
    ): void;
  };
}

let calls: Promise<Calls | null> | null = null;
let isBusy = false;
let isStuck = false;
/** Each is told whether it is its turn, or nothing is to be waited for. */
const waiting: ((isTurn: boolean) => void)[] = [];

/**
 * Hands a part of a file to a connection by the system's own way between the two, sendfile(2) of Linux, in a thread: no byte
 * comes through this process, and its event loop is free meanwhile. Whatever was written to the connection before must have
 * been sent (`write` has called back): what Node still holds would come after it.
 *
 * One at a time is under way, first come first served: each keeps a processor busy, and there are as many processes as
 * processors. Where one waits for a disk, nobody waits for it.
 * @returns how many bytes were taken. 0 says that there are none now, or that it does not go at all, be it that the
 *   connection is closed, its buffers are full, the file has ended, another call is stuck, or the system has none: to write
 *   on as usual tells which.
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
  if (isStuck) return 0;
  if (isBusy && !(await new Promise<boolean>((resolve) => waiting.push(resolve)))) return 0;
  isBusy = true;
  const watch = setTimeout(letGo, stuckMilliseconds);
  try {
    return await hand(known, socket, file, { position, length });
  } finally {
    clearTimeout(watch);
    isStuck = false;
    // Whoever waits takes the turn over, so that nobody slips in between.
    const next = waiting.shift();
    if (next) next(true);
    else isBusy = false;
  }
}

/** Sends on by Node's way whoever waits for a call that takes long. */
function letGo(): void {
  isStuck = true;
  for (const tell of waiting.splice(0)) tell(false);
}

/** The numbers are the thread's own: whichever of the two is closed meanwhile, what gets its number is not sent, nor sent to. */
async function hand(
  { dup, close, sendfile }: Calls,
  socket: Socket,
  file: FileHandle,
  { position, length }: { position: number; length: number },
): Promise<number> {
  const numbers = [numberOf(socket), file.fd].map((fd) => (fd < 0 ? -1 : dup(fd)));
  const [to = -1, from = -1] = numbers;
  try {
    if (to < 0 || from < 0) return 0;
    const offset = BigInt64Array.of(BigInt(position));
    return await new Promise((resolve) => {
      sendfile.async(to, from, offset, length, (error, taken) => resolve(error ? 0 : Math.max(0, taken)));
    });
  } finally {
    for (const number of numbers) if (number >= 0) close(number);
  }
}

/** As the system knows the connection; -1 once it is closed, and where Node does not say. */
function numberOf(socket: Socket): number {
  const fd: unknown = Reflect.get(Reflect.get(socket, '_handle') ?? {}, 'fd');
  return typeof fd === 'number' ? fd : -1;
}

/** Null where there is none: everything is sent by way of this process then. */
async function load(): Promise<Calls | null> {
  if (process.platform !== 'linux') return null;
  try {
    const { default: koffi } = await import('koffi');
    // What the C library of this very process has, whichever it is.
    const library = koffi.load(null);
    return {
      dup: library.func('int dup(int fd)') as unknown as Calls['dup'],
      close: library.func('int close(int fd)') as unknown as Calls['close'],
      sendfile: library.func('int64_t sendfile(int out, int in, int64_t *offset, size_t count)'),
    };
  } catch {
    return null;
  }
}
