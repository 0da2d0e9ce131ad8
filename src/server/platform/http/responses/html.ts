import type { IncomingHttpHeaders } from 'node:http';

/** Whether somebody asks who can show a page: a browser that opens one says so, and what asks for data does not. */
export function acceptsHtml({ accept }: IncomingHttpHeaders): boolean {
  return accept?.includes('text/html') ?? false;
}

/** A value as it stands in a script element: JSON in which no `<` can end the element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
