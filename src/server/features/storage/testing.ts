import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { ContentEncoding } from '#shared/versions.ts';
import type { Context } from '../../context.ts';
import type { StagedBlob, StagedForm } from '../../platform/blobs/staged-blob.ts';

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Content as an inspection leaves it: files in a folder of their own below the staging folder. */
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
