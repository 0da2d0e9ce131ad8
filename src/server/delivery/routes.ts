import type { FastifyReply, FastifyRequest } from 'fastify';
import { FluxError } from '#shared/contract/errors.ts';
import { gameParameters, gameQuery } from '#shared/play/game-query.ts';
import type { Register } from '../app.ts';
import { canSee, canUpdate } from '../features/apps/can.ts';
import { findAppForPlay } from '../features/apps/store.ts';
import { findVersion } from '../features/publishing/versions/read.ts';
import { noticePage, noticePageSources } from '../pages/notice-page.ts';
import { searchOf } from '../platform/http/guards/request-target.ts';
import { acceptsHtml } from '../platform/http/responses/html.ts';
import { createSealers } from './access/tickets.ts';
import { registerEmbedding } from './pages/embed/routes.ts';
import { type Asking, downloadUrl, playUrl } from './routing/links.ts';
import { isFramed } from './routing/version-resolution.ts';

/** For a page that Flux's own player shows in its frame; all else of this origin nobody frames. */
const ownFramePolicy = [
  "default-src 'none'",
  ...noticePageSources,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** As the page of an app says it that strangers are not shown, whether or not there is one. */
const whyNothing = 'It may have been taken down, or it is private and needs its share link.';

type Asked = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

/** The two doors from Flux's origin to the content origins. Missing and forbidden are the same answer. */
export const registerPlay: Register = async (http, context) => {
  await registerEmbedding(http, context);
  const sealers = createSealers(context);

  const ask = async (request: Asked): Promise<Asking | null> => {
    const viewer = await http.viewerOf(request);
    const app = await findAppForPlay(context, viewer, request.params.id);
    const key = request.query[gameParameters.shareKey];
    return (
      app && {
        config: context.config,
        sealers,
        now: context.clock.now(),
        viewer,
        app,
        shareKey: typeof key === 'string' ? key : undefined,
        gameQuery: gameQuery(searchOf(request)),
      }
    );
  };

  /** `preview` pins one version of the app; without it the active one plays. */
  const findPlayUrl = async (asking: Asking, preview: unknown): Promise<string | null> => {
    const { viewer, app } = asking;
    const active = playUrl(asking);
    if (active === null) return null;
    if (preview !== undefined) {
      const found = await findVersion(context, typeof preview === 'string' ? preview : '');
      return found?.appId === app.id ? playUrl(asking, found, { pinned: true }) : null;
    }
    // The address depends on the version only here: a held-back active version is a preview for those who may update.
    if (!app.isPublic || !canUpdate(viewer, app)) return active;
    const found = await findVersion(context, app.activeVersionId);
    return found && playUrl(asking, found);
  };

  http.fastify.get('/serve/:id', async (request: Asked, reply) => {
    const asking = await ask(request);
    const url = asking && (await findPlayUrl(asking, request.query[gameParameters.preview]));
    if (url) return lead(reply, url);
    const error = new FluxError('app_not_found');
    if (!acceptsHtml(request.headers)) throw error;
    const home = isFramed(request.headers) ? null : '/';
    return reply
      .code(error.status)
      .header('content-security-policy', ownFramePolicy)
      .type('text/html; charset=utf-8')
      .send(noticePage({ title: error.message, sentence: whyNothing, home }));
  });

  http.fastify.get('/api/applications/:id/download', async (request: Asked, reply) => {
    const asking = await ask(request);
    // The right is asked first: without it even the lack of a version is nobody's business.
    if (!asking || !canSee(asking.viewer, asking.app, asking)) throw new FluxError('app_not_found');
    const { version: wanted } = request.query;
    const versionId = typeof wanted === 'string' ? wanted : asking.app.activeVersionId;
    const version = await findVersion(context, versionId);
    const ofThisApp = version?.appId === asking.app.id ? version : null;
    const url = ofThisApp && downloadUrl(asking, ofThisApp);
    if (!url) throw new FluxError('version_not_found');
    if (ofThisApp.originalSha256 === null)
      throw new FluxError(
        'gone',
        'The upload of this version is not kept any more. Its game can still be played.',
      );
    return lead(reply, url);
  });
};

/** The address asked for may carry a share key, and the one led to a ticket: neither is for third parties. */
function lead(reply: FastifyReply, url: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(url, 302);
}
