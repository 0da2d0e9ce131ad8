import { FluxProcess } from '../src/server/testing/servers/flux-process.ts';
import { FaultProxy } from '../src/server/testing/storage/fault-proxy.ts';
import { type S3Server, startSwift } from '../src/server/testing/storage/s3-server.ts';
import { test as base } from './server.ts';

/** An S3 server with the real protocol on loopback, behind a connection that can be cut. */
export interface StorageServers {
  s3: S3Server;
  line: FaultProxy;
}

/** Playwright's `test` with a Flux that may connect to it. */
export const test = base.extend<object, { servers: StorageServers; flux: FluxProcess }>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const s3 = await startSwift();
      const line = await FaultProxy.before(s3.port);
      await use({ s3, line });
      await line.close();
      await s3.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  flux: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const env = { FLUX_STORAGE_HOSTS: '127.0.0.1' };
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
