import { gameParameters, gameQuery, withQuery } from '#shared/game-query.ts';
import { isIsolated } from '#shared/isolation.ts';
import { attachment } from '../../platform/http/attachment.ts';
import { findSignedDownload } from '../storage/signed-download.ts';
import { admit, grantCookie, mayPreview } from './access/admit.ts';
import { contentOf, dictionaryPattern, ownPrefix } from './address.ts';
import { documentQuery, versionSigns } from './bind.ts';
import { deliver } from './deliver.ts';
import { type Desk, refuse, type Visit } from './desk.ts';
import { noticeHeaders } from './protection.ts';

export function isOwnAddress(path: string): boolean {
  return path.startsWith(ownPrefix);
}

/** Answers the addresses that Flux adds to a content origin: entering, immutable content, downloads. */
export async function serveOwn(desk: Desk, visit: Visit): Promise<void> {
  const [first = '', ...rest] = visit.target.path.slice(ownPrefix.length).split('/');
  if (first === 'enter' && rest.length === 0) return enter(desk, visit);
  if (first === 'download') return download(desk, visit, rest[0] ?? '');
  return content(desk, visit, `${contentOf(first)}/${rest.join('/')}`);
}

async function enter(desk: Desk, { request, response, target, app }: Visit): Promise<void> {
  const query = new URLSearchParams(target.search);
  const ticket = desk.sealers.ticket.open(query.get(gameParameters.ticket) ?? '');
  if (ticket === null || ticket.appId !== app.id || !(await desk.doorman.isOpen(app, ticket.way)))
    return refuse(desk, response, 404);
  const { own, pinned } = versionSigns(target.search, request.headers, desk.cookies.version);
  response.writeHead(303, {
    ...noticeHeaders(desk.context.config),
    Location: withQuery(
      withQuery('/', documentQuery(own ?? app.activeVersionId, { pinned })),
      gameQuery(target.search),
    ),
    'Set-Cookie': grantCookie(desk, ticket),
    'Content-Length': 0,
  });
  response.end();
}

async function content(desk: Desk, visit: Visit, contentName: string): Promise<void> {
  const { request, response, place, app } = visit;
  const admission = await admit(desk, visit);
  const found = admission && (await desk.library.content(app, contentName));
  if (!found || (found.unapproved && !(await mayPreview(desk, visit)))) return refuse(desk, response, 404);
  await deliver(desk, {
    request,
    response,
    base: place.base,
    file: found.file,
    threads: isIsolated(app.threadIsolation, found.threads),
    address: 'immutable',
    // An opaque origin keeps no dictionaries.
    dictionaryPattern: place.versionId === null ? dictionaryPattern(found.file) : null,
    maySend: async (sha256) => {
      const held = await desk.library.content(app, sha256 + contentName.slice(64));
      return held !== null && !held.unapproved;
    },
    isPublic: app.isPublic && !found.unapproved,
    holds: null,
    extra: null,
  });
}

/** The upload as it came. The ticket says who may; the name at the end of the address is for people. */
async function download(desk: Desk, visit: Visit, versionId: string): Promise<void> {
  const { request, response, place, target, app } = visit;
  const ticket = desk.sealers.download.open(
    new URLSearchParams(target.search).get(gameParameters.ticket) ?? '',
  );
  if (ticket === null || ticket.appId !== app.id || ticket.versionId !== versionId)
    return refuse(desk, response, 404);
  const open = ticket.way === null ? app.isPublic : await desk.doorman.isOpen(app, ticket.way, 'download');
  const manifest = open ? await desk.library.manifest(versionId) : null;
  if (manifest?.version.appId !== app.id) return refuse(desk, response, 404);
  const isApproved = manifest.version.approval === 'approved';
  if (!isApproved && !(ticket.way && (await desk.doorman.mayLookInside(app, ticket.way))))
    return refuse(desk, response, 404);
  const { fileName, fileSize, originalSha256 } = manifest.version;
  if (originalSha256 === null) return refuse(desk, response, 410);
  const contentType = /\.zip$/i.test(fileName) ? 'application/zip' : 'application/octet-stream';
  // What anybody may have, its storage may hand out itself; all else comes through here.
  const elsewhere =
    app.isPublic && isApproved
      ? await findSignedDownload(desk.context, originalSha256, { fileName, contentType })
      : null;
  if (elsewhere !== null) {
    const headers = { ...noticeHeaders(desk.context.config), Location: elsewhere, 'Content-Length': 0 };
    response.writeHead(302, headers).end();
    return;
  }
  await deliver(desk, {
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
