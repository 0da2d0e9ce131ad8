import type { ContentEncoding } from '#shared/versions.ts';

export type Headers = Record<string, string | string[] | number>;

/** `stable`: a path of the build; `immutable`: an address that names the content; `download`: an upload as it came. */
export type Address = 'stable' | 'immutable' | 'download';

/** All that the headers of a file of a build depend on. */
export interface HeaderFacts {
  contentType: string;
  encoding: ContentEncoding;
  /** Whether other requests may get another encoding. */
  encodable: boolean;
  etag: string;
  /** Bytes of the body. */
  length: number;
  address: Address;
  isPublic: boolean;
  /** Whether the build needs SharedArrayBuffer. */
  threads: boolean;
  /** Flux's own origin: the only other one that may frame a build. */
  publicUrl: string;
}

/** Everything the player's frame may do; `allow-top-navigation` is what is missing. */
const sandbox =
  'sandbox allow-scripts allow-same-origin allow-pointer-lock allow-forms allow-modals allow-popups allow-downloads allow-orientation-lock';

const deniedFeatures = [
  'camera',
  'microphone',
  'midi',
  'geolocation',
  'payment',
  'usb',
  'serial',
  'hid',
  'bluetooth',
  'display-capture',
  'clipboard-read',
  'publickey-credentials-get',
  'publickey-credentials-create',
  'identity-credentials-get',
  'local-network-access',
];
const permissionsPolicy = deniedFeatures.map((feature) => `${feature}=()`).join(', ');

const documentTypes = /^(?:text\/html|application\/xhtml\+xml|image\/svg\+xml|(?:text|application)\/xml)\b/;
const scriptTypes = /^(?:text|application)\/javascript\b/;

/** Whether a browser that opens it runs what is inside as a page of its own. */
export function isDocument(contentType: string): boolean {
  return documentTypes.test(contentType);
}

/** The headers of a 200; a 206 and a 304 differ by what `partHeaders` and `unchangedHeaders` say. */
export function responseHeaders(facts: HeaderFacts): Headers {
  return {
    'Content-Type': facts.contentType,
    ...(facts.encoding === 'identity' ? {} : { 'Content-Encoding': facts.encoding }),
    'Content-Length': facts.length,
    ETag: facts.etag,
    'Cache-Control': cacheControl(facts.address, facts.isPublic),
    ...(facts.encodable ? { Vary: 'Accept-Encoding' } : {}),
    'Accept-Ranges': 'bytes',
    ...protection(facts),
  };
}

/**
 * What a redirect from a stable path to an immutable address says.
 * @param etag of what the address will answer
 */
export function redirectHeaders(
  facts: Pick<HeaderFacts, 'etag' | 'encodable' | 'isPublic'>,
  location: string,
): Headers {
  return {
    Location: location,
    'Content-Length': 0,
    ETag: facts.etag,
    'Cache-Control': cacheControl('stable', facts.isPublic),
    ...(facts.encodable ? { Vary: 'Accept-Encoding' } : {}),
    ...assetProtection,
  };
}

/** A 304 carries what a 200 would, without what describes the body (RFC 9110, 15.4.5). */
export function unchangedHeaders(headers: Headers, etag: string): Headers {
  const {
    'Content-Type': _type,
    'Content-Encoding': _encoding,
    'Content-Length': _length,
    ...kept
  } = headers;
  return { ...kept, ETag: etag };
}

export function partHeaders(headers: Headers, range: { start: number; end: number }, size: number): Headers {
  return {
    ...headers,
    'Content-Length': range.end - range.start + 1,
    'Content-Range': `bytes ${range.start}-${range.end}/${size}`,
  };
}

/** For sentences of Flux's own on a content origin: errors and redirects. Never cached. */
export function noticeHeaders(publicUrl: string): Headers {
  return {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `default-src 'none'; frame-ancestors ${publicUrl} 'self'`,
    ...assetProtection,
  };
}

/** `attachment` with the name both as plain ASCII and in full (RFC 6266, RFC 8187). */
export function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}

const assetProtection = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

function cacheControl(address: Address, isPublic: boolean): string {
  const scope = isPublic ? 'public' : 'private';
  if (address === 'immutable') return `${scope}, max-age=31536000, immutable`;
  return isPublic ? 'no-cache' : 'private, no-cache';
}

function protection(facts: HeaderFacts): Headers {
  // Workers need the isolation of their page on their own script too.
  const isolated = facts.threads && (isDocument(facts.contentType) || scriptTypes.test(facts.contentType));
  const isolation: Headers = isolated ? { 'Document-Isolation-Policy': 'isolate-and-credentialless' } : {};
  if (!isDocument(facts.contentType)) return { ...assetProtection, ...isolation };
  return {
    'Content-Security-Policy': `${sandbox}; frame-ancestors ${facts.publicUrl} 'self'; base-uri 'self'; object-src 'none'`,
    'Permissions-Policy': permissionsPolicy,
    'Origin-Agent-Cluster': '?1',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    ...isolation,
  };
}
