import type { ServerResponse } from 'node:http';
import { notPlayableMessage } from '#shared/versions/startable.ts';
import { noticePage, noticePageSources } from '../../pages/notice-page.ts';
import { acceptsHtml } from '../../platform/http/responses/html.ts';
import { type Headers, noticeHeaders } from '../access/protection.ts';
import type { DeliveryContext } from '../delivery-context.ts';
import { isFramed, opensPage } from '../routing/version-resolution.ts';

const notices = {
  400: { title: 'Page not found', sentence: 'This address is not valid.' },
  403: { title: 'Not here', sentence: 'Service workers are not available here.' },
  404: { title: 'Page not found', sentence: 'Nothing was found at this address.' },
  unplayable: { title: 'Not playable yet', sentence: notPlayableMessage },
  410: {
    title: 'Not kept any more',
    sentence: 'The upload of this version is not kept any more. Its game can still be played.',
  },
  405: { title: 'Not here', sentence: 'This address takes GET and HEAD only.' },
  500: { title: 'This did not work', sentence: 'Something went wrong on our side. Please try again.' },
  503: {
    title: 'Not within reach',
    sentence: 'The files of this game are temporarily unavailable. Please try again in a moment.',
  },
} as const;

export type RefusalStatus = keyof typeof notices;

interface Refused {
  headers?: Headers;
  /** Address of the game, only for requesters who may play it. */
  start?: string;
}

/**
 * Sends a page to a browser that opens one, and plain text otherwise. Missing content and forbidden content get the same
 * response.
 */
export function refuse(
  { context: { config } }: Pick<DeliveryContext, 'context'>,
  response: ServerResponse,
  status: RefusalStatus,
  { headers: extra = {}, start }: Refused = {},
): void {
  const { headers } = response.req;
  const notice = notices[status];
  const isPage = opensPage(headers) && acceptsHtml(headers);
  const home = isFramed(headers) ? null : `${config.publicUrl}/`;
  const body = isPage ? noticePage({ ...notice, home, start }) : `${notice.sentence}\n`;
  response.writeHead(status === 'unplayable' ? 404 : status, {
    ...(isPage
      ? {
          ...noticeHeaders(config, { sources: noticePageSources, leadsToGame: start !== undefined }),
          'Content-Type': 'text/html; charset=utf-8',
        }
      : noticeHeaders(config)),
    'Content-Length': Buffer.byteLength(body),
    ...extra,
  });
  response.end(body);
}
