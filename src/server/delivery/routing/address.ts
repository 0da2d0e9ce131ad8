import { dictionaryName } from '../../features/publishing/deltas/pairs.ts';
import { contentName } from '../../features/publishing/versions/content-name.ts';
import type { loadManifest } from '../../features/publishing/versions/read.ts';
import type { FormEncoding } from '../../platform/blobs/encodings.ts';
import { generation as currentGeneration } from '../bytes/etag.ts';
import { encodePath } from './target.ts';

/** One file of a published version. */
export type ServedFile = Awaited<ReturnType<typeof loadManifest>>[number];

/** Where the addresses that Flux itself answers on a content origin begin. */
export const ownPrefix = '_flux/';

/**
 * The address that names a large file's content and never changes its meaning; null as for `contentName`. The first generation
 * goes without saying, so that what browsers held before generations were part of it is found by it.
 */
export function immutableAddress(file: ServedFile, generation = currentGeneration): string | null {
  const name = contentName(file);
  if (name === null) return null;
  const content = generation === 1 ? file.sha256 : `${file.sha256}.${generation}`;
  return `/${ownPrefix}${content}/${encodePath(name)}`;
}

/** The content that an immutable address says, of whichever generation: a page that is open goes on with those that it has. */
export function contentOf(said: string): string {
  return said.replace(/\.\d{1,4}$/, '');
}

/**
 * The pattern of addresses (URL Pattern, as RFC 9842, 2.1.1, takes it) whose content may be sent as what changed since
 * this file: those of the same name, whatever content and generation they name. Null where it is nobody's dictionary.
 */
export function dictionaryPattern(file: ServedFile): string | null {
  const name = dictionaryName(file);
  return name === null ? null : `/${ownPrefix}*/${encodePath(name)}`;
}

/**
 * The Content-Type of a file sent in an encoding. Safari leaves a gzip-encoded `application/octet-stream`
 * compressed (WebKit bug 247421), so Unity's `.data.gz` goes out as `application/gzip` then.
 */
export function contentTypeIn(file: ServedFile, encoding: FormEncoding): string {
  if (file.role !== 'data' || !file.path.endsWith('.gz')) return file.contentType;
  return encoding === 'gzip' ? 'application/gzip' : 'application/octet-stream';
}
