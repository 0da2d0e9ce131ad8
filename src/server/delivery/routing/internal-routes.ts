import { gameParameters, gameQuery, withQuery } from '#shared/play/game-query.ts';
import { isIsolated } from '#shared/play/isolation.ts';
import { findSignedDownload } from '../../features/storage/signed-download.ts';
import { attachment } from '../../platform/http/responses/attachment.ts';
import { admit, grantCookie, mayPreview } from '../access/admit.ts';
import { noticeHeaders } from '../access/protection.ts';
import { deliver } from '../deliver.ts';
import { type DeliveryContext, refuse, type Visit } from '../delivery-context.ts';
import { contentOf, dictionaryPattern, ownPrefix } from './address.ts';
import { documentQuery, versionHints } from './version-resolution.ts';

export function isOwnAddress(path: string): boolean {
  return path.startsWith(ownPrefix);
}

/** Answers the addresses that Flux adds to a content origin: entering, immutable content, downloads. */
export async function serveOwn(delivery: DeliveryContext, visit: Visit): Promise<void> {
  const [first = '', ...rest] = visit.target.path.slice(ownPrefix.length).split('/');
  if (first === 'enter' && rest.length === 0) return enter(delivery, visit);
  if (first === 'download') return download(delivery, visit, rest[0] ?? '');
  return content(delivery, visit, `${contentOf(first)}/${rest.join('/')}`);
}

async function enter(delivery: DeliveryContext, { request, response, target, app }: Visit): Promise<void> {
  const query = new URLSearchParams(target.search);
  const ticket = delivery.sealers.ticket.open(query.get(gameParameters.ticket) ?? '');
  if (ticket === null || ticket.appId !== app.id || !(await delivery.accessCache.isOpen(app, ticket.way)))
    return refuse(delivery, response, 404);
  const { own, pinned } = versionHints(target.search, request.headers, delivery.cookies.version);
  response.writeHead(303, {
    ...noticeHeaders(delivery.context.config),
    Location: withQuery(
      withQuery('/', documentQuery(own ?? app.activeVersionId, { pinned })),
      gameQuery(target.search),
    ),
    'Set-Cookie': grantCookie(delivery, ticket),
    'Content-Length': 0,
  });
  response.end();
}

async function content(delivery: DeliveryContext, visit: Visit, contentName: string): Promise<void> {
  const { request, response, place, app } = visit;
  const admission = await admit(delivery, visit);
  const found = admission && (await delivery.manifestCache.content(app, contentName));
  if (!found || (found.unapproved && !(await mayPreview(delivery, visit))))
    return refuse(delivery, response, 404);
  await deliver(delivery, {
    request,
    response,
    base: place.base,
    file: found.file,
    threads: isIsolated(app.threadIsolation, found.threads),
    address: 'immutable',
    // An opaque origin keeps no dictionaries.
    dictionaryPattern: place.versionId === null ? dictionaryPattern(found.file) : null,
    maySend: async (sha256) => {
      const held = await delivery.manifestCache.content(app, sha256 + contentName.slice(64));
      return held !== null && !held.unapproved;
    },
    isPublic: app.isPublic && !found.unapproved,
    holds: null,
    extra: null,
  });
}

/** The upload as it came. The ticket says who may; the name at the end of the address is for people. */
async function download(delivery: DeliveryContext, visit: Visit, versionId: string): Promise<void> {
  const { request, response, place, target, app } = visit;
  const ticket = delivery.sealers.download.open(
    new URLSearchParams(target.search).get(gameParameters.ticket) ?? '',
  );
  if (ticket === null || ticket.appId !== app.id || ticket.versionId !== versionId)
    return refuse(delivery, response, 404);
  const open =
    ticket.way === null ? app.isPublic : await delivery.accessCache.isOpen(app, ticket.way, 'download');
  const manifest = open ? await delivery.manifestCache.manifest(versionId) : null;
  if (manifest?.version.appId !== app.id) return refuse(delivery, response, 404);
  const isApproved = manifest.version.approval === 'approved';
  if (!isApproved && !(ticket.way && (await delivery.accessCache.mayLookInside(app, ticket.way))))
    return refuse(delivery, response, 404);
  const { fileName, fileSize, originalSha256 } = manifest.version;
  if (originalSha256 === null) return refuse(delivery, response, 410);
  const contentType = /\.zip$/i.test(fileName) ? 'application/zip' : 'application/octet-stream';
  // What anybody may have, its storage may hand out itself; all else comes through here.
  const elsewhere =
    app.isPublic && isApproved
      ? await findSignedDownload(delivery.context, originalSha256, { fileName, contentType })
      : null;
  if (elsewhere !== null) {
    const headers = { ...noticeHeaders(delivery.context.config), Location: elsewhere, 'Content-Length': 0 };
    response.writeHead(302, headers).end();
    return;
  }
  await deliver(delivery, {
    request,
    response,
    base: place.base,
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
  });
}
