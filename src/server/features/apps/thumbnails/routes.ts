import type { FastifyRequest } from 'fastify';
import type { Register } from '#server/app.ts';
import { isMatchedBy } from '#server/platform/http/responses/if-none-match.ts';
import { type ThumbnailSize, thumbnailSizes } from '#shared/apps/thumbnails.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { findForms, identityOf, readForm } from '../../storage/read.ts';
import { findPicture, type StoredPicture } from './store.ts';

type Asked = FastifyRequest<{ Params: { id: string; file: string } }>;

/**
 * Pictures are served from Flux's own origin, because Flux encoded all of their bytes. The address is the credential:
 * cards and link previews need no session.
 */
export const registerThumbnails: Register = (http, context) => {
  http.fastify.get('/thumbnails/:id/:file', async (request: Asked, reply) => {
    const { id, file } = request.params;
    const size = sizeOf(file);
    const picture = size && (await findPicture(context.db, id, size));
    if (!picture) throw new FluxError('not_found');
    const sha256 = picture.sha256.toString('hex');
    const etag = `"${picture.sha256.toString('base64url')}"`;
    reply.headers({ ...pictureHeaders(picture), etag });
    if (isMatchedBy(request.headers['if-none-match'], etag)) return reply.code(304).send();
    const forms = (await findForms(context, [picture.sha256])).get(sha256);
    // The same bytes may be a file of a build, which has several forms.
    const form = identityOf(forms);
    if (!form) throw new Error(`The store does not have the thumbnail ${id}.`);
    return reply.type('image/webp').send(await readForm(context, form));
  });
};

function sizeOf(file: string): ThumbnailSize | null {
  const sizes = Object.keys(thumbnailSizes) as ThumbnailSize[];
  return sizes.find((size) => file === `${thumbnailSizes[size].width}.webp`) ?? null;
}

/** An address never changes its picture, so browsers may cache it; shared caches only public ones. */
function pictureHeaders({ isPublic }: StoredPicture): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': `${isPublic ? 'public' : 'private'}, max-age=31536000, immutable`,
    // Other sites show public pictures in link previews.
    'cross-origin-resource-policy': isPublic ? 'cross-origin' : 'same-origin',
  };
}
