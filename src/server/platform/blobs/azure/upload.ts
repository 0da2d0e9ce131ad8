import { createHash } from 'node:crypto';
import type { BlobHTTPHeaders, BlockBlobClient } from '@azure/storage-blob';
import { newId } from '../../ids.ts';
import type { Part } from '../parts.ts';
import { refusalOf, withFailures } from './failure.ts';

/** Each part is held in memory while it is sent. A blob may have 50,000 parts. */
export const partBytes = 8 * 1_048_576;

/** Stores a value of at most one part, in one request. */
export async function uploadWhole(blob: BlockBlobClient, bytes: Buffer): Promise<void> {
  const md5 = createHash('md5').update(bytes).digest();
  const options = { transactionalContentMD5: md5, blobHTTPHeaders: headersWith(md5) };
  await withFailures(() => blob.upload(bytes, bytes.length, options));
}

/**
 * Stores a value in parts, each verified by the provider. They become the value in the last step, which lists them.
 */
export async function uploadInParts(blob: BlockBlobClient, parts: AsyncIterable<Part>): Promise<void> {
  // Concurrent puts of one key must not mix their parts.
  const mark = newId();
  const names: string[] = [];
  const hash = createHash('md5');
  let size = 0;
  for await (const { number, bytes } of parts) {
    const name = Buffer.from(`${mark}-${String(number).padStart(5, '0')}`).toString('base64');
    const transactionalContentMD5 = createHash('md5').update(bytes).digest();
    await withFailures(() => blob.stageBlock(name, bytes, bytes.length, { transactionalContentMD5 }));
    hash.update(bytes);
    size += bytes.length;
    names.push(name);
  }
  const md5 = hash.digest();
  try {
    await withFailures(() => blob.commitBlockList(names, { blobHTTPHeaders: headersWith(md5) }));
  } catch (error) {
    // The first commit drops the parts of concurrent ones. Keys are hashes, so the value is usually the same.
    const isSame = refusalOf(error) === 'InvalidBlockList' && (await holds(blob, size, md5));
    if (!isSame) throw error;
  }
}

async function holds(blob: BlockBlobClient, size: number, md5: Buffer): Promise<boolean> {
  const found = await withFailures(() => blob.getProperties());
  return found.contentLength === size && md5.equals(found.contentMD5 ?? Buffer.alloc(0));
}

/** Bytes that no proxy may cache or transform. */
function headersWith(blobContentMD5: Buffer): BlobHTTPHeaders {
  return {
    blobContentMD5,
    blobContentType: 'application/octet-stream',
    blobCacheControl: 'private, no-store, no-transform',
  };
}
