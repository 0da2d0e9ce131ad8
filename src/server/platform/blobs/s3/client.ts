import { S3Client } from '@aws-sdk/client-s3';
import type { Outbound } from '../../outbound/outbound.ts';
import type { S3Options } from '../options.ts';

/**
 * A client that takes nothing from the machine's environment or files, and connects by `outbound` alone. It is never
 * destroyed: that would take the connections of every other store with it.
 */
export function createS3Client(options: S3Options, outbound: Outbound): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = options;
  return new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    ignoreConfiguredEndpointUrls: true,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    useArnRegion: false,
    defaultsMode: 'standard',
    maxAttempts: 1,
    // Services other than Amazon's refuse what they do not know, or store the checksums among the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The SDK waits for the server's word on a connection of its own, around `outbound`.
    expectContinueHeader: false,
    requestHandler: { httpAgent: outbound.httpAgent, httpsAgent: outbound.httpsAgent },
  });
}
