import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { newId } from '../../ids.ts';
import { BlobStoreError } from '../blob-store.ts';
import type { Part } from '../parts.ts';
import { etagOf, isNoSuchUpload, withFailures } from './problems.ts';

/** Each part is held in memory while it is sent. A value may have 10,000 of them. */
export const partBytes = 8 * 1_048_576;
const lanes = 3;

export interface Target {
  client: S3Client;
  Bucket: string;
  Key: string;
}

/** Stores a value of at most one part, in one request. */
export async function uploadWhole({ client, ...target }: Target, bytes: Buffer): Promise<void> {
  const md5 = createHash('md5').update(bytes).digest();
  const command = new PutObjectCommand({
    ...target,
    Body: bytes,
    ContentLength: bytes.length,
    ContentMD5: md5.toString('base64'),
    ContentType: 'application/octet-stream',
    Metadata: { md5: md5.toString('hex') },
  });
  etagOf(await withFailures(() => client.send(command)));
}

/**
 * Stores a value in parts, some in parallel, each verified by the provider. Any failure, also of the source, aborts
 * the upload.
 * @param md5 of the whole value, hexadecimal, if known before
 */
export async function uploadInParts(
  target: Target,
  parts: AsyncGenerator<Part>,
  md5: string | null,
): Promise<void> {
  const { client, ...place } = target;
  // By which a value is known for the one that this call has put.
  const mark = newId();
  const create = new CreateMultipartUploadCommand({
    ...place,
    ContentType: 'application/octet-stream',
    Metadata: { put: mark, ...(md5 ? { md5 } : {}) },
  });
  const { UploadId } = await withFailures(() => client.send(create));
  if (!UploadId) throw new BlobStoreError('broken', new Error('The upload was begun without an id.'));
  try {
    const Parts = await sendParts(target, UploadId, parts);
    await complete(target, UploadId, Parts, mark);
  } catch (error) {
    const abort = new AbortMultipartUploadCommand({ ...place, UploadId });
    // Where even that fails, `removeUnfinished` finds it.
    await client.send(abort).catch(() => {});
    throw error;
  }
}

async function sendParts(
  { client, ...target }: Target,
  UploadId: string,
  parts: AsyncGenerator<Part>,
): Promise<CompletedPart[]> {
  const sent: CompletedPart[] = [];
  const stop = new AbortController();
  const lane = async () => {
    try {
      for (let next = await parts.next(); !next.done && !stop.signal.aborted; next = await parts.next()) {
        const { number: PartNumber, bytes } = next.value;
        const ContentMD5 = createHash('md5').update(bytes).digest('base64');
        const command = new UploadPartCommand({ ...target, UploadId, PartNumber, Body: bytes, ContentMD5 });
        const answer = await withFailures(() => client.send(command, { abortSignal: stop.signal }));
        sent.push({ PartNumber, ETag: etagOf(answer) });
      }
    } catch (error) {
      stop.abort();
      throw error;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  await parts.return(undefined);
  const failures = ended.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  const [first] = failures.filter((error) => !isAborted(error));
  if (failures.length > 0) throw first ?? failures[0];
  return sent.sort((one, other) => (one.PartNumber ?? 0) - (other.PartNumber ?? 0));
}

function isAborted(error: unknown): boolean {
  return error instanceof BlobStoreError && error.cause instanceof Error && error.cause.name === 'AbortError';
}

async function complete(
  { client, ...target }: Target,
  UploadId: string,
  Parts: CompletedPart[],
  mark: string,
): Promise<void> {
  const command = new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } });
  try {
    etagOf(await withFailures(() => client.send(command)));
  } catch (error) {
    // An earlier try got through, but its answer did not.
    if (!isNoSuchUpload(error)) throw error;
    const found = await withFailures(() => client.send(new HeadObjectCommand(target)));
    if (found.Metadata?.put !== mark) throw error;
  }
}
