import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Register } from '#server/app.ts';
import { isolationOf } from '#server/config/config.ts';
import { canSee } from '#server/features/apps/can.ts';
import { findPublicApp } from '#server/features/apps/public-app.ts';
import { findAppForPlay } from '#server/features/apps/store.ts';
import { searchOf } from '#server/platform/http/guards/request-target.ts';
import { framedPageHeaders } from '#server/platform/http/responses/security-headers.ts';
import { endpointUrl } from '#shared/contract/endpoint-url.ts';
import { FluxError, invalidField } from '#shared/contract/errors.ts';
import { type DeviceAccess, frameAllow } from '#shared/play/game-features.ts';
import { gameQuery, withQuery } from '#shared/play/game-query.ts';
import { isKnownBy } from '../../routing/client-hints.ts';
import { oembedAnswer, readAddress, readPixels } from './oembed.ts';
import { gamePage, missingPage, posterPage, unplayablePage } from './page.ts';

type Asked = FastifyRequest<{ Params: { id: string } }>;
type Consumer = FastifyRequest<{ Querystring: Record<string, unknown> }>;

/** Public apps in the pages of other sites. Nobody is asked who they are: here everybody is a visitor. */
export const registerEmbedding: Register = (http, context) => {
  const { publicUrl } = context.config;

  const answer = (
    reply: FastifyReply,
    status: number,
    make: (nonce: string) => string,
    devices: readonly DeviceAccess[] = [],
  ): FastifyReply => {
    const nonce = randomBytes(18).toString('base64');
    return reply
      .code(status)
      .headers(framedPageHeaders(nonce, context, devices))
      .send(make(nonce));
  };

  http.fastify.get('/embed/:id', async (request: Asked, reply) => {
    const app = await findPublicApp(context, request.params.id);
    if (!app) return answer(reply, 404, missingPage);
    if (app.heldBack.length > 0) return answer(reply, 200, (nonce) => unplayablePage(nonce, app));
    const query = gameQuery(searchOf(request));
    const pageUrl = withQuery(publicUrl + endpointUrl('/play/{id}', { id: app.id }), query);
    return answer(reply, 200, (nonce) => posterPage({ nonce, pageUrl, query, app }));
  });

  http.fastify.get('/embed/:id/play', async (request: Asked, reply) => {
    const app = await findPublicApp(context, request.params.id);
    if (!app) return answer(reply, 404, missingPage);
    if (app.heldBack.length > 0) return answer(reply, 404, (nonce) => unplayablePage(nonce, app));
    const isolation = isolationOf(context.config);
    const pageSize = (app.theme === 'vanilla' && app.report.pageSize) || null;
    const query = gameQuery(searchOf(request));
    const allow = frameAllow(app.deviceAccess, isKnownBy(request.headers));
    const page = (nonce: string) => gamePage({ nonce, app, query, allow, isolation, pageSize });
    return answer(reply, 200, page, app.deviceAccess);
  });

  // oembed.com says what is sent and answered. It is no call of the contract, whose calls refuse fields they do not
  // know: consumers send fields of their own.
  http.fastify.get('/api/oembed', async (request: Consumer) => {
    const { url, format, maxwidth, maxheight } = request.query;
    if (format !== undefined && format !== 'json')
      throw new FluxError('not_implemented', 'Flux supports only the JSON format.');
    if (typeof url !== 'string') throw invalidField('url', 'Please enter the address of an application.');
    const room = { maxWidth: pixels('maxwidth', maxwidth), maxHeight: pixels('maxheight', maxheight) };
    const address = readAddress(url, publicUrl);
    if (!address) throw new FluxError('not_found');
    const app = await findPublicApp(context, address.appId);
    if (app) return oembedAnswer(publicUrl, app, { room, query: address.query });
    const hidden = await findAppForPlay(context, null, address.appId);
    // Only who has the key is told that there is something.
    if (hidden && canSee(null, hidden, { shareKey: address.key }))
      throw new FluxError('unauthenticated', 'This application is private and cannot be embedded.');
    throw new FluxError('app_not_found');
  });
};

function pixels(field: string, value: unknown): number {
  const count = readPixels(value);
  if (count === null) throw invalidField(field, 'This is not a number of pixels.');
  return count;
}
