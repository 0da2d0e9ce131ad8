import { FluxProcess } from '../src/server/testing/flux-process.ts';
import { type Azurite, startAzurite } from '../src/server/testing/storage/azurite.ts';
import { FaultProxy } from '../src/server/testing/storage/fault-proxy.ts';
import { type GoogleServer, startGoogleServer } from '../src/server/testing/storage/google-server.ts';
import { type S3Server, startSwift } from '../src/server/testing/storage/s3-server.ts';
import { test as base } from './server.ts';

/** A server for each provider, which speaks its real protocol on loopback, and a line to S3's that can be cut. */
export interface StorageServers {
  s3: S3Server;
  line: FaultProxy;
  google: GoogleServer;
  azure: Azurite;
}

/** Playwright's `test` with a Flux that may connect to them. */
export const test = base.extend<object, { servers: StorageServers; flux: FluxProcess }>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const [s3, google, azure] = await Promise.all([startSwift(), startGoogleServer(), startAzurite()]);
      const line = await FaultProxy.before(s3.port);
      await use({ s3, line, google, azure });
      await line.close();
      await Promise.all([s3.close(), google.close(), azure.close()]);
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  flux: [
    async ({ servers }, use) => {
      const env = {
        FLUX_STORAGE_HOSTS: '127.0.0.1',
        FLUX_GOOGLE_STORAGE_ENDPOINT: servers.google.url,
      };
      const flux = await FluxProcess.create({ env });
      try {
        await flux.start();
        await use(flux);
      } finally {
        await flux.dispose();
      }
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});
