import { isMatchedBy } from '../platform/http/responses/if-none-match.ts';
import type { WebFile } from './files.ts';

export interface FileAnswer {
  status: 200 | 304;
  headers: Record<string, string>;
  body: Buffer | null;
}

/** How to send a file of the web app, from the request's `Accept-Encoding` and `If-None-Match`. */
export function answerFile(
  file: WebFile,
  request: { acceptEncoding: string | undefined; ifNoneMatch: string | undefined },
): FileAnswer {
  const encoding = chooseEncoding(file, request.acceptEncoding);
  const body = file[encoding] ?? file.identity;
  const etag = encoding === 'identity' ? `"${file.etag}"` : `"${file.etag}-${encoding}"`;
  const headers: Record<string, string> = {
    etag,
    vary: 'Accept-Encoding',
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  if (isMatchedBy(request.ifNoneMatch, etag)) return { status: 304, headers, body: null };
  headers['content-type'] = file.type;
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  headers['content-length'] = String(body.length);
  return { status: 200, headers, body };
}

export function acceptedEncodings(acceptEncoding = ''): ReadonlySet<string> {
  return new Set(
    acceptEncoding
      .toLowerCase()
      .split(',')
      .filter((item) => !/;\s*q=0(\.0*)?\s*$/.test(item))
      .map((item) => (item.split(';')[0] ?? '').trim()),
  );
}

function chooseEncoding(file: WebFile, acceptEncoding: string | undefined): 'br' | 'gzip' | 'identity' {
  const accepted = acceptedEncodings(acceptEncoding);
  if (file.br && accepted.has('br')) return 'br';
  if (file.gzip && accepted.has('gzip')) return 'gzip';
  return 'identity';
}
