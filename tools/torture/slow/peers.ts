import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { signOut } from '#shared/accounts/accounts.ts';

/** Whom slow peers keep busy. */
export interface SlowTarget {
  port: number;
  /** Of Flux itself. */
  host: string;
  /** Of an application that anyone may play. */
  contentHost: string;
  /** An application that each of these sessions may update; a session sends three forms at a time. */
  appPath: string;
  cookies: readonly string[];
  /** A file on the content host, larger than what the system keeps for a connection. */
  largePath: string;
}

const formType = 'multipart/form-data; boundary=between';

/** What each kind of slow peer sends at once. */
const beginnings = {
  header: ({ host }: SlowTarget) => `GET / HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `,
  'malformed head': ({ host }: SlowTarget) => `GET / HTTP/1.1\r\nHost: ${host}\r\nno header\r\n\r\n`,
  'refused body': ({ host, appPath }: SlowTarget) =>
    head(`PATCH ${appPath}`, host, [`Content-Type: ${formType}`, 'Content-Length: 1000000']),
  'refused body of content': ({ contentHost }: SlowTarget) =>
    head('POST /', contentHost, ['Content-Length: 1000000']),
  'GET with a body': ({ host }: SlowTarget) => head('GET /', host, ['Content-Length: 1000000']),
  'GET with a body of content': ({ contentHost }: SlowTarget) =>
    head('GET /', contentHost, ['Content-Length: 1000000']),
  'JSON body': ({ host }: SlowTarget) =>
    head(`POST ${signOut.path}`, host, ['Content-Type: application/json', 'Content-Length: 1000000']),
  multipart: ({ host, appPath, cookies }: SlowTarget, index: number) => {
    const cookie = `Cookie: ${cookies[Math.floor(index / 3) % cookies.length]}`;
    const lines = [cookie, `Content-Type: ${formType}`, 'Content-Length: 1000000'];
    return `${head(`PATCH ${appPath}`, host, lines)}--between\r\nContent-Disposition: form-data; name="name"\r\n\r\n`;
  },
  reader: ({ contentHost, largePath }: SlowTarget) => head(`GET ${largePath}`, contentHost, []),
} satisfies Record<string, (target: SlowTarget, index: number) => string>;

export type SlowKind = keyof typeof beginnings;
export const slowKinds = Object.keys(beginnings) as SlowKind[];

function head(line: string, host: string, lines: readonly string[]): string {
  const all = [`${line} HTTP/1.1`, `Host: ${host}`, 'Sec-Fetch-Site: same-origin', ...lines];
  return `${all.join('\r\n')}\r\n\r\n`;
}

/** Loopback addresses that the peers come from, so that none reaches a limit of one address. */
const addresses = 40;

export interface SlowPeers {
  /** How many the server has not closed yet. */
  open(): number;
  /** Readers read from here. */
  resume(): void;
  close(): void;
}

/**
 * Opens connections that are slow in one way.
 * @param dripMs between two bytes that each of them sends; a reader sends and reads nothing
 */
export async function openSlowPeers(
  kind: SlowKind,
  target: SlowTarget,
  { count, perSecond, dripMs }: { count: number; perSecond: number; dripMs: number },
): Promise<SlowPeers> {
  const sockets = new Set<Socket>();
  const drip = setInterval(() => {
    if (kind !== 'reader') for (const socket of sockets) socket.write('x');
  }, dripMs);
  // Senders go on behind an answer; a reader has nothing to send.
  const allowHalfOpen = kind !== 'reader';
  for (let index = 0; index < count; index += 1) {
    const localAddress = `127.0.1.${1 + (index % addresses)}`;
    const socket = connect({ port: target.port, host: '127.0.0.1', localAddress, allowHalfOpen });
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    socket.write(beginnings[kind](target, index));
    if (kind === 'reader') socket.pause();
    else socket.resume();
    if (index % 10 === 9) await sleep(10_000 / perSecond);
  }
  return {
    open: () => sockets.size,
    resume: () => {
      for (const socket of sockets) socket.resume();
    },
    close: () => {
      clearInterval(drip);
      for (const socket of sockets) socket.destroy();
    },
  };
}
