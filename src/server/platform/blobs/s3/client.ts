import { Readable } from 'node:stream';
import { S3Client } from '@aws-sdk/client-s3';
import type { Outbound } from '../../outbound/outbound.ts';
import type { S3Options } from '../options.ts';

/** A list of a thousand of the longest keys has about one million bytes. */
const maxAnswerBytes = 4 * 1_048_576;

/**
 * A client that reads nothing from the machine's environment or files, and connects by `outbound` only. It is never
 * destroyed: that would close the connections of other stores.
 */
export function createS3Client(options: S3Options, outbound: Outbound): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = options;
  const client = new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    ignoreConfiguredEndpointUrls: true,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    useArnRegion: false,
    defaultsMode: 'standard',
    maxAttempts: 1,
    // Services other than Amazon's refuse unknown checksums, or store them among the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The SDK would wait for `100 Continue` on its own connection, bypassing `outbound`.
    expectContinueHeader: false,
    requestHandler: { httpAgent: outbound.httpAgent, httpsAgent: outbound.httpsAgent },
  });
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        boundAnswer(result.response, commandName === 'GetObjectCommand');
        return result;
      },
    { step: 'deserialize', priority: 'low' },
  );
  return client;
}

/** The SDK reads every answer into memory, however long it is, but for an object's own bytes. */
function boundAnswer(response: unknown, isGet: boolean): void {
  const answer = response as { statusCode: number; body: unknown };
  const isObject = isGet && answer.statusCode < 300;
  if (!isObject && answer.body instanceof Readable)
    answer.body = Readable.from(bounded(answer.body), { objectMode: false });
}

async function* bounded(body: Readable): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) throw new Error(`The response has more than ${maxAnswerBytes} bytes.`);
    yield chunk;
  }
}
