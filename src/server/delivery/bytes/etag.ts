import { createHash } from 'node:crypto';
import { type FormEncoding, formEncodings, isDeltaEncoding } from '#server/platform/blobs/encodings.ts';
import type { EncodingWeights, Form } from './negotiate.ts';

/**
 * Raise it when a header that changes how bodies are read was wrong in a release: browsers remember a wrong
 * header for as long as the tag matches, and what has an immutable address for a year without asking. So it is part of both.
 */
export const generation: number = 1;

/**
 * A strong entity tag (RFC 9110, 8.8.3), `"<content and type>"` or `"<content and type>.<encoding>.<stored bytes>"`.
 * The first part names what a client holds after decoding, the rest tells one encoded form from another.
 */
export function etagOf(
  sha256: string,
  contentType: string,
  form: Pick<Form, 'encoding' | 'storedSha256'>,
): string {
  const content = contentTag(sha256, contentType);
  if (form.encoding === 'identity') return `"${content}"`;
  return `"${content}.${form.encoding}.${form.storedSha256.slice(0, 32)}"`;
}

function contentTag(sha256: string, contentType: string): string {
  return createHash('sha256')
    .update(`${generation}\n${sha256}\n${contentType}`)
    .digest('base64url')
    .slice(0, 22);
}

/**
 * The tag of `If-None-Match` that names this content in an encoding that this client accepts, or null.
 * The comparison is the weak one that RFC 9110 (13.1.2) asks for: a form that was compressed again since then
 * decodes to the same bytes, so a client that holds the older one needs nothing. The encoding must be acceptable
 * all the same, since a shared cache asks with the tags of all that it holds and serves the one that is named. Deltas are
 * for the browser's own cache alone (`headers.ts`), which holds what they decoded to.
 * @param typeOf the Content-Type in which the content goes out in an encoding
 */
export function matchingTag(
  header: string | undefined,
  sha256: string,
  typeOf: (encoding: FormEncoding) => string,
  weights: EncodingWeights,
): string | null {
  if (header === undefined) return null;
  /** By type: a list may be long, and a hash is dear. */
  const contents = new Map<string, string>();
  const contentIn = (encoding: FormEncoding) => {
    const type = typeOf(encoding);
    const content = contents.get(type) ?? contentTag(sha256, type);
    contents.set(type, content);
    return content;
  };
  for (const [, tag = ''] of header.matchAll(/"([\x21\x23-\x7e]*)"/g)) {
    const [content, name = 'identity'] = tag.split('.');
    const encoding = formEncodings.find((known) => known === name);
    if (!encoding) continue;
    if (weights(encoding) === 0 && encoding !== 'identity' && !isDeltaEncoding(encoding)) continue;
    if (content === contentIn(encoding)) return `"${tag}"`;
  }
  return null;
}

/** Whether `If-Range` (RFC 9110, 13.1.5) allows a part to be sent: only the very same tag does, never a date. */
export function allowsRange(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange.trim() === etag;
}
