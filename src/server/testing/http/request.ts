import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../config/config.ts';
import type { TestServer } from '../servers/server.ts';

export interface RequestInit {
  method?: string;
  headers?: Record<string, string | string[] | undefined>;
  body?: string | Buffer;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text(): string;
  json<T = unknown>(): T;
}

/** A server of this process or of another. */
export interface Reachable {
  address: TestServer['address'];
  context: { config: Pick<Config, 'publicUrl'> };
}

/**
 * One request to a test server over loopback, without following redirects. By default it has the headers of a browser
 * on a page of Flux; a header set to undefined is omitted.
 */
export function request(server: Reachable, path: string, init: RequestInit = {}): Promise<Answer> {
  const { publicUrl } = server.context.config;
  const headers = {
    host: new URL(publicUrl).host,
    origin: publicUrl,
    'sec-fetch-site': 'same-origin',
    // Node leaves the length out for DELETE, and the body would be taken for another request.
    ...(init.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(init.body)) }),
    ...lowerCased(init.headers ?? {}),
  };
  const present = Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      {
        ...server.address,
        path,
        method: init.method ?? 'GET',
        headers: present,
        agent: false,
        maxHeaderSize: 262_144,
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const body = Buffer.concat(chunks);
          const text = () => body.toString('utf8');
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body,
            text,
            json: <T>() => JSON.parse(text()) as T,
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(init.body);
  });
}

function lowerCased(headers: NonNullable<RequestInit['headers']>): NonNullable<RequestInit['headers']> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
