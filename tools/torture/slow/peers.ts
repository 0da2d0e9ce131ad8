import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { signOut } from '#shared/accounts/accounts.ts';

/** Targets of the slow peers. */
export interface SlowTarget {
  port: number;
  /** Host of Flux itself. */
  host: string;
  /** Host of a public application. */
  contentHost: string;
  /** An application that each of these sessions may update. A session sends three forms at a time. */
  appPath: string;
  cookies: readonly string[];
  /** A file on the content host, larger than the system's socket buffers. */
  largePath: string;
}

const formType = 'multipart/form-data; boundary=between';

/** The bytes that each kind of slow peer sends immediately. */
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

/** Loopback addresses of the peers, so that none reaches a per-address limit. */
const addresses = 40;

export interface SlowPeers {
  /** Number of connections that the server has not closed yet. */
  open(): number;
  /** Offset at which readers start. */
  resume(): void;
  close(): void;
}

/**
 * Opens connections that are slow in one way.
 * @param dripMs between two bytes of a sender; a reader sends and reads nothing
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
  // Senders continue after a response; a reader has nothing to send.
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
