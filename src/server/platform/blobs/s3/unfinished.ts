import { AbortMultipartUploadCommand, ListMultipartUploadsCommand, type S3Client } from '@aws-sdk/client-s3';
import { isKey } from '../blob-store.ts';
import { isNoSuchUpload, isNotImplemented, withFailures } from './problems.ts';

/** Gives up the uploads in parts that were begun before that moment and never finished. */
export async function abortUploadsBefore(client: S3Client, Bucket: string, before: Date): Promise<void> {
  let from: { KeyMarker?: string; UploadIdMarker?: string } | null = {};
  while (from) {
    const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({ Bucket, ...from });
    const page = await withFailures(() => client.send(command)).catch((error: unknown) => {
      // Such a service has no uploads to give up.
      if (isNotImplemented(error)) return null;
      throw error;
    });
    if (!page) return;
    for (const { Key = '', UploadId, Initiated } of page.Uploads ?? []) {
      if (!isKey(Key) || !Initiated || Initiated >= before) continue;
      const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
      await withFailures(() => client.send(abort)).catch((error: unknown) => {
        if (!isNoSuchUpload(error)) throw error;
      });
    }
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    from =
      page.IsTruncated && KeyMarker ? { KeyMarker, ...(UploadIdMarker ? { UploadIdMarker } : {}) } : null;
  }
}
