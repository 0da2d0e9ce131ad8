import type { Config } from '../../config/config.ts';
import { type FormEncoding, isDeltaEncoding } from '../../platform/blobs/encodings.ts';
import { assetProtection, fileProtection, type Headers } from '../access/protection.ts';

/** `stable`: a path of the build; `immutable`: an address that names the content; `download`: an upload as it came. */
export type Address = 'stable' | 'immutable' | 'download';

/** All that the headers of a file of a build depend on. */
export interface HeaderFacts {
  contentType: string;
  encoding: FormEncoding;
  /** Whether other requests may get another encoding. */
  encodable: boolean;
  etag: string;
  /** Bytes of the body. */
  length: number;
  address: Address;
  /** The addresses for whose answers a browser may use this one as a dictionary; null where it is to keep none. */
  dictionaryPattern: string | null;
  isPublic: boolean;
  /** Whether the build needs SharedArrayBuffer. */
  threads: boolean;
  origins: Pick<Config, 'publicUrl' | 'contentOrigin'>;
}

/** The headers of a 200; a 206 and a 304 differ by what `partHeaders` and `unchangedHeaders` say. */
export function responseHeaders(facts: HeaderFacts): Headers {
  return {
    'Content-Type': facts.contentType,
    ...(facts.encoding === 'identity' ? {} : { 'Content-Encoding': facts.encoding }),
    'Content-Length': facts.length,
    ETag: facts.etag,
    // A delta is of no use to a cache that others share: hardly anybody else holds the same dictionary.
    'Cache-Control': cacheControl(facts.address, facts.isPublic && !isDeltaEncoding(facts.encoding)),
    ...(facts.encodable ? { Vary: varyOf(facts) } : {}),
    ...(facts.dictionaryPattern === null
      ? {}
      : { 'Use-As-Dictionary': `match="${facts.dictionaryPattern}"` }),
    'Accept-Ranges': 'bytes',
    ...fileProtection(facts.origins, facts),
  };
}

/**
 * What a redirect from a stable path to an immutable address says.
 * @param etag of what the address will answer
 */
export function redirectHeaders(
  facts: Pick<HeaderFacts, 'etag' | 'encodable' | 'isPublic' | 'origins'>,
  location: string,
): Headers {
  return {
    Location: location,
    'Content-Length': 0,
    ETag: facts.etag,
    'Cache-Control': cacheControl('stable', facts.isPublic),
    ...(facts.encodable ? { Vary: 'Accept-Encoding' } : {}),
    ...assetProtection(facts.origins),
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

function varyOf({ dictionaryPattern }: HeaderFacts): string {
  return dictionaryPattern === null ? 'Accept-Encoding' : 'Accept-Encoding, Available-Dictionary';
}

function cacheControl(address: Address, isPublic: boolean): string {
  const scope = isPublic ? 'public' : 'private';
  if (address === 'immutable') return `${scope}, max-age=31536000, immutable`;
  return isPublic ? 'no-cache' : 'private, no-cache';
}
