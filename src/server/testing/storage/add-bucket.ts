import { activateStorageConfig, createStorageConfig } from '#shared/storage/storage.ts';
import { awsInput } from '../../features/storage/configs/testing.ts';
import type { Person } from '../people/people.ts';
import type { S3Server } from './s3-server.ts';

/**
 * Adds and activates a bucket as an administrator.
 * @returns its configuration's id
 */
export async function addBucket(admin: Person, options: ReturnType<S3Server['options']>): Promise<string> {
  const { accessKeyId, secretAccessKey, region, bucketName, endpoint } = options;
  const body = awsInput({ accessKeyId, secretAccessKey, region, bucketName, endpoint });
  const { id } = await admin.call(createStorageConfig, { body });
  await admin.call(activateStorageConfig, { params: { id } });
  return id;
}
