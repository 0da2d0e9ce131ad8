import { type DestinationStream, type Logger, pino } from 'pino';
import { sourceStack } from './source-stack.ts';

export type Log = Logger;

/** Secrets are removed from log lines at these paths. `code` is kept: it identifies errors. */
const secretPaths = ['password', 'secret', 'token', 'authorization', 'cookie', 'key', 'ticket'].flatMap(
  (name) => [name, `*.${name}`, `*.*.${name}`],
);

/**
 * Characters that JSON keeps, but that some readers treat as line breaks and terminals as commands: provider errors
 * and file names may contain them.
 */
const unsafeInLines = /[\u007f-\u009f\u2028\u2029]/g;

function inOneLine(destination: DestinationStream): DestinationStream {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return { write: (line) => destination.write(line.replace(unsafeInLines, escaped)) };
}

/** What waits where nothing can be written: a few thousand lines. */
const maxQueuedBytes = 1_048_576;

/**
 * Writes synchronously. If a line cannot be written, such as on a full disk, it and later ones are queued up to a
 * limit and retried; errors are swallowed, because logging must not end the process. Lines beyond the limit are lost.
 */
export function writingTo(fd: number): DestinationStream {
  const destination = pino.destination({ dest: fd, sync: true, maxLength: maxQueuedBytes });
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
