import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../../context.ts';

/** Serves the content origins: the uploaded builds, each app on an origin of its own. */
export interface ContentHandler {
  /** Whether the request's Host names a content origin. */
  owns(request: IncomingMessage): boolean;
  handle(request: IncomingMessage, response: ServerResponse): void;
}

export function createContentHandler(_context: Context): ContentHandler {
  return { owns: () => false, handle: (_request, response) => response.writeHead(404).end() };
}
