import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type ApplicationEvent, applicationEventsPath } from '#shared/apps/app-events.ts';
import type { TestServer } from '../servers/server.ts';

/** A browser's EventSource, without reconnecting. */
export interface Following {
  status: number;
  headers: IncomingMessage['headers'];
  /** All that came so far. */
  events: ApplicationEvent[];
  /** The bytes as they came. */
  text(): string;
  /** Resolves when the server ends or cuts the stream. */
  ended: Promise<void>;
  close(): void;
}

/** @param headers replace those of a browser on a page of Flux */
export function follow(
  server: Pick<TestServer, 'address'> & { context: { config: { publicUrl: string } } },
  cookie?: string,
  headers: Record<string, string> = {},
): Promise<Following> {
  return new Promise((resolve, reject) => {
    const outgoing: ClientRequest = request(
      {
        ...server.address,
        path: applicationEventsPath,
        agent: false,
        headers: {
          host: new URL(server.context.config.publicUrl).host,
          accept: 'text/event-stream',
          'sec-fetch-site': 'same-origin',
          ...(cookie ? { cookie } : {}),
          ...headers,
        },
      },
      (incoming) => {
        const events: ApplicationEvent[] = [];
        let text = '';
        let rest = '';
        incoming.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
          const messages = (rest + piece).split('\n\n');
          rest = messages.pop() ?? '';
          for (const message of messages)
            if (message.startsWith('data: ')) events.push(JSON.parse(message.slice(6)) as ApplicationEvent);
        });
        const ended = new Promise<void>((end) => incoming.once('close', end));
        incoming.on('error', () => {});
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          events,
          text: () => text,
          ended,
          close: () => void outgoing.destroy(),
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}
