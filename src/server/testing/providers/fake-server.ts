import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeRequest {
  headers: IncomingMessage['headers'];
  query: URLSearchParams;
  form: URLSearchParams;
}
export interface FakeAnswer {
  status?: number;
  json: unknown;
}

export interface FakeServer {
  url: string;
  close(): Promise<void>;
}

/** A server on loopback that responds by path with JSON set by a test. */
export async function startFakeServer(
  routes: Record<string, (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>>,
): Promise<FakeServer> {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake');
    let body = '';
    for await (const chunk of request) body += chunk;
    const route = routes[pathname];
    const asked = { headers: request.headers, query: searchParams, form: new URLSearchParams(body) };
    const { status = 200, json } = route ? await route(asked) : { status: 404, json: {} };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
