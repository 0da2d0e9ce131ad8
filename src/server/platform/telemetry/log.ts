import { type DestinationStream, type Logger, pino } from 'pino';
import { sourceStack } from './source-stack.ts';

export type Log = Logger;

/** Secrets never reach a log line, whatever object carries them. `code` is not among them: errors are told by it. */
const secretPaths = ['password', 'secret', 'token', 'authorization', 'cookie', 'key', 'ticket'].flatMap(
  (name) => [name, `*.${name}`, `*.*.${name}`],
);

/**
 * What JSON leaves as it is, though some readers of lines take it for the end of one and terminals for a command: a
 * provider's error or a file's name could hold it.
 */
const unsafeInLines = /[\u007f-\u009f\u2028\u2029]/g;

function inOneLine(destination: DestinationStream): DestinationStream {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return { write: (line) => destination.write(line.replace(unsafeInLines, escaped)) };
}

/** What waits where nothing can be written: a few thousand lines. */
const mostWaitingBytes = 1_048_576;

/**
 * Writes at once. A line that cannot be written, as on a full disk, must not end what it tells of, so errors are swallowed
 * here: that line and those after it wait, and come when there is room again. Beyond the bound a line is lost, and what
 * waits is tried once more, which a destination that is full would not do by itself.
 */
export function writingTo(fd: number): DestinationStream {
  const destination = pino.destination({ dest: fd, sync: true, maxLength: mostWaitingBytes });
  destination.on('error', () => {});
  destination.on('drop', () => destination.write(''));
  return destination;
}

function describeError(error: Error): object {
  const described = pino.stdSerializers.err(error);
  return described.stack ? Object.assign(described, { stack: sourceStack(described.stack) }) : described;
}

/** JSON lines, on standard error so that standard output keeps the one line with the address. */
export function createLog(level: string, destination: DestinationStream = writingTo(2)): Log {
  return pino(
    {
      level,
      base: null,
      redact: { paths: secretPaths, censor: '(hidden)' },
      serializers: { err: describeError },
    },
    inOneLine(destination),
  );
}
