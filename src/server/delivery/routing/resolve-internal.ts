import { gameParameters, gameQuery, withQuery } from '#shared/play/game-query.ts';
import { isIsolated } from '#shared/play/isolation.ts';
import { findSignedDownload } from '../../features/storage/signed-download.ts';
import { attachment } from '../../platform/http/responses/attachment.ts';
import { admit, grantCookie, mayPreview } from '../access/admit.ts';
import type { ContentRequest, DeliveryContext } from '../delivery-context.ts';
import { type Resolution, refusal } from '../resolution.ts';
import { contentOf, dictionaryPattern, ownPrefix } from './address.ts';
import { documentQuery, versionHints } from './version-resolution.ts';

export function isInternalPath(path: string): boolean {
  return path.startsWith(ownPrefix);
}

/** The paths that Flux adds to a content origin: entering, immutable content, downloads. */
export async function resolveInternal(
  delivery: DeliveryContext,
  content: ContentRequest,
): Promise<Resolution> {
  const [first = '', ...rest] = content.target.path.slice(ownPrefix.length).split('/');
  if (first === 'enter' && rest.length === 0) return resolveEntry(delivery, content);
  if (first === 'download') return resolveDownload(delivery, content, rest[0] ?? '');
  return resolveImmutable(delivery, content, `${contentOf(first)}/${rest.join('/')}`);
}

/** Exchanges a ticket for a cookie. */
async function resolveEntry(
  delivery: DeliveryContext,
  { request, target, app }: ContentRequest,
): Promise<Resolution> {
  const query = new URLSearchParams(target.search);
  const ticket = delivery.sealers.ticket.open(query.get(gameParameters.ticket) ?? '');
  if (ticket === null || ticket.appId !== app.id || !(await delivery.accessCache.isOpen(app, ticket.way)))
    return refusal(404);
  const { own, pinned } = versionHints(target.search, request.headers, delivery.cookies.version);
  const start = withQuery('/', documentQuery(own ?? app.activeVersionId, { pinned }));
  return {
    kind: 'redirect',
    status: 303,
    location: withQuery(start, gameQuery(target.search)),
    headers: { 'Set-Cookie': grantCookie(delivery, ticket) },
  };
}

async function resolveImmutable(
  delivery: DeliveryContext,
  content: ContentRequest,
  contentName: string,
): Promise<Resolution> {
  const { address, app } = content;
  const admission = await admit(delivery, content);
  const found = admission && (await delivery.manifestCache.content(app, contentName));
  if (!found || (found.unapproved && !(await mayPreview(delivery, content)))) return refusal(404);
  return {
    kind: 'file',
    isPlay: false,
    base: address.base,
    file: found.file,
    threads: isIsolated(app.threadIsolation, found.threads),
    address: 'immutable',
    // An opaque origin stores no dictionaries.
    dictionaryPattern: address.versionId === null ? dictionaryPattern(found.file) : null,
    maySend: async (sha256) => {
      const held = await delivery.manifestCache.content(app, sha256 + contentName.slice(64));
      return held !== null && !held.unapproved;
    },
    isPublic: app.isPublic && !found.unapproved,
    holds: null,
    extra: null,
  };
}

/** The original upload. The ticket decides access; the name at the end of the address is for people. */
async function resolveDownload(
  delivery: DeliveryContext,
  { address, target, app }: ContentRequest,
  versionId: string,
): Promise<Resolution> {
  const sealed = new URLSearchParams(target.search).get(gameParameters.ticket) ?? '';
  const ticket = delivery.sealers.download.open(sealed);
  if (ticket === null || ticket.appId !== app.id || ticket.versionId !== versionId) return refusal(404);
  const isOpen =
    ticket.way === null ? app.isPublic : await delivery.accessCache.isOpen(app, ticket.way, 'download');
  const manifest = isOpen ? await delivery.manifestCache.manifest(versionId) : null;
  if (manifest?.version.appId !== app.id) return refusal(404);
  const isApproved = manifest.version.approval === 'approved';
  if (!isApproved && !(ticket.way && (await delivery.accessCache.mayLookInside(app, ticket.way))))
    return refusal(404);
  const { fileName, fileSize, originalSha256 } = manifest.version;
  if (originalSha256 === null) return refusal(410);
  const contentType = /\.zip$/i.test(fileName) ? 'application/zip' : 'application/octet-stream';
  // Only a public upload may be sent by its storage directly.
  const signed =
    app.isPublic && isApproved
      ? await findSignedDownload(delivery.context, originalSha256, { fileName, contentType })
      : null;
  if (signed !== null) return { kind: 'redirect', status: 302, location: signed };
  return {
    kind: 'file',
    isPlay: false,
    base: address.base,
    file: {
      path: fileName,
      sha256: originalSha256.toString('hex'),
      size: fileSize,
      contentType,
      role: null,
      encodable: false,
    },
    address: 'download',
    dictionaryPattern: null,
    isPublic: false,
    threads: false,
    holds: null,
    extra: {
      'Content-Disposition': attachment(fileName),
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  };
}
