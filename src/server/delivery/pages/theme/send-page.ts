import type { IncomingMessage, ServerResponse } from 'node:http';
import { etagOf, matchingTag } from '../../bytes/etag.ts';
import { responseHeaders, unchangedHeaders } from '../../bytes/headers.ts';
import { chooseForm, readAcceptEncoding } from '../../bytes/negotiate.ts';
import type { DeliveryContext } from '../../delivery-context.ts';
import type { PageDelivery } from '../../resolution.ts';

const contentType = 'text/html; charset=utf-8';

/** Sends a page that Flux made, with the same headers as a page of the build. */
export function sendPage(
  delivery: DeliveryContext,
  request: IncomingMessage,
  response: ServerResponse,
  { page, isPublic, threads, extra }: PageDelivery,
): void {
  const weights = readAcceptEncoding(request.headers['accept-encoding']?.toString());
  const form = chooseForm(page.forms, weights);
  if (!form) throw new Error('A made page has no identity form.');
  const etag = etagOf(page.sha256, contentType, form);
  const headers = {
    ...responseHeaders({
      contentType,
      encoding: form.encoding,
      encodable: true,
      etag,
      length: form.size,
      address: 'stable',
      dictionaryPattern: null,
      isPublic,
      threads,
      origins: delivery.context.config,
    }),
    ...extra,
    'Accept-Ranges': 'none',
  };
  const tag = matchingTag(request.headers['if-none-match'], page.sha256, () => contentType, weights);
  if (tag !== null) {
    response.writeHead(304, unchangedHeaders(headers, tag)).end();
    return;
  }
  response.writeHead(200, headers);
  response.end(request.method === 'HEAD' ? undefined : form.bytes);
  if (request.method !== 'HEAD') delivery.meter.add(form.size);
}
