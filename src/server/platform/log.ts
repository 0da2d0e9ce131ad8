import { type DestinationStream, type Logger, pino } from 'pino';

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

/** JSON lines, on standard error so that standard output keeps the one line with the address. */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Log {
  return pino(
    { level, base: null, redact: { paths: secretPaths, censor: '(hidden)' } },
    inOneLine(destination),
  );
}
