import { FaultProxy } from '#server/testing/storage/fault-proxy.ts';
import { describeFaults, impatientOutbound } from '#server/testing/storage/faults.ts';
import { startSwift } from '#server/testing/storage/s3-server.ts';
import { openS3 } from './open.ts';

const refusal = (status: string, code: string) => ({
  kind: 'answer' as const,
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>In so many words.</Message></Error>`,
});

describeFaults('The S3 driver', async () => {
  const server = await startSwift();
  const proxy = await FaultProxy.before(server.port);
  const outbound = impatientOutbound();
  const options = server.options(proxy.url);
  return {
    store: await openS3(options, outbound),
    proxy,
    withWrongCredentials: await openS3({ ...options, secretAccessKey: 'another' }, outbound),
    withoutBucket: await openS3({ ...options, bucketName: 'not-there' }, outbound),
    full: refusal('507 Insufficient Storage', 'InsufficientStorage'),
    busy: refusal('503 Slow Down', 'SlowDown'),
    close: async () => {
      outbound.close();
      await proxy.close();
      await server.close();
    },
  };
});
