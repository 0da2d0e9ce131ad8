import type { FileHandle } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** What is in the system's cache takes a millisecond or so. A call of this length waits for a disk, or for another machine. */
const stuckMilliseconds = 1_000;
/** Far below what a reader who gets nothing is cut off after. */
const patienceMilliseconds = 5_000;

/**
 * F_DUPFD_CLOEXEC of fcntl(2), as Linux numbers it: duplicates for this process alone. What it starts meanwhile must not hold,
 * or write to, somebody's connection.
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
  /** Whether it is its turn, or nothing is to be waited for. */
  tell(isTurn: boolean): void;
}

let calls: Promise<Calls | null> | null = null;
let isBusy = false;
let isStuck = false;
/** The first is the one who has waited longest. */
const waiting: Waiting[] = [];

/**
 * Hands a part of a file to a connection by the system's own way between the two, sendfile(2) of Linux, in a thread: no byte
 * comes through this process, and its event loop is free meanwhile. Whatever was written to the connection before must have
 * been sent (`write` has called back): what Node still holds would come after it.
 *
 * One at a time is under way, first come first served: each keeps a processor busy, and there are as many processes as
 * processors. Where they wait for a disk, nobody waits for long.
 * @returns how many bytes were taken. 0 says that there are none now, or that it does not go at all, be it that the
 *   connection is closed, its buffers are full, the file has ended, others take long, or the system has no such call: to write
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
  if (isStuck || (isBusy && !(await ownTurn()))) return 0;
  isBusy = true;
  const watch = setTimeout(letGo, stuckMilliseconds);
  try {
    return await hand(known, socket, file, { position, length });
  } finally {
    clearTimeout(watch);
    isStuck = false;
    handTurnOver();
  }
}

function ownTurn(): Promise<boolean> {
  return new Promise((tell) => waiting.push({ since: performance.now(), tell }));
}

/** To whoever waits, so that nobody slips in between. */
function handTurnOver(): void {
  const patient = performance.now() - patienceMilliseconds;
  while (waiting[0] && waiting[0].since < patient) waiting.shift()?.tell(false);
  const next = waiting.shift();
  if (next) next.tell(true);
  else isBusy = false;
}

/** Sends on by Node's way whoever waits for a call that takes long. */
function letGo(): void {
  isStuck = true;
  for (const { tell } of waiting.splice(0)) tell(false);
}

/** The numbers are the thread's own: whichever of the two is closed meanwhile, what gets its number is not sent, nor sent to. */
async function hand(
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
      // An array is copied for the call; of a typed one nobody would keep the memory until it ends.
      sendfile.async(to, from, [position], length, (error, taken) => resolve(error ? 0 : Math.max(0, taken)));
    });
  } finally {
    for (const number of numbers) if (number >= 0) close(number);
  }
}

/** As the system knows the connection; -1 once it is closed, where Node does not say, and where Node encrypts. */
function numberOf(socket: Socket): number {
  if ('encrypted' in socket) return -1;
  const fd: unknown = Reflect.get(Reflect.get(socket, '_handle') ?? {}, 'fd');
  return typeof fd === 'number' ? fd : -1;
}

/** Null where there is none: everything is sent by way of this process then. */
async function load(): Promise<Calls | null> {
  // Where sizes have 64 bits, as it is declared.
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) return null;
  try {
    const { default: koffi } = await import('koffi');
    // What the C library of this very process has, whichever it is.
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
