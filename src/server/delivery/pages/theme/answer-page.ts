import type { Headers } from '../../access/protection.ts';
import { etagOf, matchingTag } from '../../bytes/etag.ts';
import { responseHeaders, unchangedHeaders } from '../../bytes/headers.ts';
import { chooseForm, readAcceptEncoding } from '../../bytes/negotiate.ts';
import type { DeliveryContext, Visit } from '../../delivery-context.ts';
import type { MadePage } from './theme-pages.ts';

const contentType = 'text/html; charset=utf-8';

/** Answers with a page that Flux made, under the same headers as a page of the build. */
export function answerPage(
  delivery: DeliveryContext,
  { request, response }: Visit,
  page: MadePage,
  facts: { isPublic: boolean; threads: boolean; extra: Headers },
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
      isPublic: facts.isPublic,
      threads: facts.threads,
      origins: delivery.context.config,
    }),
    ...facts.extra,
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
