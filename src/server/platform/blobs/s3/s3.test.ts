import { startFauxqs, startSwift } from '../../../testing/storage/s3-server.ts';
import { Outbound } from '../../outbound/outbound.ts';
import { describeBlobStore } from '../conformance.ts';
import { openS3 } from './open.ts';

describeBlobStore('The S3 driver with Swift', async () => {
  const server = await startSwift();
  const outbound = new Outbound({ allowed: ['127.0.0.1'] });
  return {
    store: await openS3(server.options(), outbound),
    close: async () => {
      outbound.close();
      await server.close();
    },
  };
});

describeBlobStore('The S3 driver with fauxqs', async () => {
  const server = await startFauxqs();
  const outbound = new Outbound({ allowed: ['127.0.0.1'] });
  return {
    store: await openS3(server.options(), outbound),
    close: async () => {
      outbound.close();
      await server.close();
    },
  };
});
