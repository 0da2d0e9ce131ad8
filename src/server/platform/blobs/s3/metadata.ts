import type { HeadObjectCommandOutput } from '@aws-sdk/client-s3';
import { type ObjectMetadata, plainMetadata } from '../blob-store.ts';

export function metadataOf(bucket: string, key: string, found: HeadObjectCommandOutput): ObjectMetadata {
  const customMetadata = found.Metadata ?? {};
  return {
    ...plainMetadata(bucket, key, found.ContentLength ?? 0),
    generation: found.VersionId ?? found.ETag ?? null,
    updated: found.LastModified ?? null,
    md5Hash: toBase64(customMetadata.md5) ?? toBase64(md5InETag(found)),
    cacheControl: found.CacheControl ?? null,
    contentDisposition: found.ContentDisposition ?? null,
    contentEncoding: found.ContentEncoding ?? null,
    contentLanguage: found.ContentLanguage ?? null,
    contentType: found.ContentType ?? null,
    customMetadata,
  };
}

/** The ETag is the MD5 of an object uploaded in one request, unless it is encrypted with other keys. */
function md5InETag({ ETag, ServerSideEncryption = 'AES256' }: HeadObjectCommandOutput): string | undefined {
  return ServerSideEncryption === 'AES256' ? ETag?.replaceAll('"', '') : undefined;
}

function toBase64(md5: string | undefined): string | null {
  return md5 && /^[0-9a-f]{32}$/.test(md5) ? Buffer.from(md5, 'hex').toString('base64') : null;
}
