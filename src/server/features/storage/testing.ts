import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { builtinStorageId } from '#shared/storage/storage.ts';
import type { ContentEncoding } from '#shared/versions/versions.ts';
import type { Context } from '../../context.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { BlobStores } from '../../platform/blobs/blob-stores.ts';
import type { StagedBlob, StagedForm } from '../../platform/blobs/staged-blob.ts';

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The store that every Flux begins with. */
export function builtinStore({ stores }: Pick<Context, 'stores'>): Promise<BlobStore> {
  return stores.of(builtinStorageId);
}

/** Ages blobs by years, and resets the sweep's position. */
export async function ageBlobs({ db }: Pick<Context, 'db'>, sha256s?: readonly Buffer[]): Promise<void> {
  await db
    .updateTable('blobs')
    .set({ touched_at: new Date('2000-01-01') })
    .$if(sha256s !== undefined, (query) => query.where(sql<boolean>`sha256 = any(${sha256s})`))
    .execute();
  await db.updateTable('blob_sweep').set({ touched_at: '-infinity' }).execute();
}

/** A server whose bytes are all in one store. */
export function onlyStore(store: BlobStore): BlobStores {
  const location = { storageId: builtinStorageId, store };
  return {
    active: async () => location,
    of: async () => store,
    all: async () => [location],
    close: () => store.close(),
  };
}

/** Content as the inspection leaves it: files in their own folder below the staging folder. */
export async function stage(
  context: Pick<Context, 'folders'>,
  content: Buffer,
  encodings: readonly ContentEncoding[] = ['identity'],
): Promise<StagedBlob> {
  const folder = await mkdtemp(join(context.folders.staging, 'test-'));
  const forms = encodings.map(async (encoding): Promise<StagedForm> => {
    const bytes = encode(content, encoding);
    const path = join(folder, encoding);
    await writeFile(path, bytes);
    return { encoding, path, size: bytes.length, storedSha256: sha256(bytes) };
  });
  return { sha256: sha256(content), size: content.length, forms: await Promise.all(forms) };
}

function encode(content: Buffer, encoding: ContentEncoding): Buffer {
  if (encoding === 'gzip') return gzipSync(content);
  if (encoding === 'br') return brotliCompressSync(content);
  return content;
}
