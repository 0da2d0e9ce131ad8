import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** Secrets never reach a log line, whatever object carries them. `code` is not among them: errors are told by it. */
const secretPaths = ['password', 'secret', 'token', 'authorization', 'cookie', 'key', 'ticket'].flatMap(
  (name) => [name, `*.${name}`, `*.*.${name}`],
);

/** JSON lines, on standard error so that standard output keeps the one line with the address. */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Log {
  return pino({ level, base: null, redact: { paths: secretPaths, censor: '(hidden)' } }, destination);
}
