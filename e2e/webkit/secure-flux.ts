import { once } from 'node:events';
import { connect } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { localhostCertificate, localhostKey } from '../../fixtures/certificate.ts';
import { FluxProcess } from '../../src/server/testing/servers/flux-process.ts';
import { freePort } from '../../src/server/testing/servers/free-port.ts';

/** A Flux behind a TLS proxy. WebKit accepts no `Secure` cookie over http, not even from localhost. */
export interface SecureFlux {
  url: string;
  stop(): Promise<void>;
}

export async function startSecureFlux(): Promise<SecureFlux> {
  const port = await freePort();
  const url = `https://flux.localhost:${port}`;
  const flux = await FluxProcess.create({ env: { FLUX_PUBLIC_URL: url } });
  const open = new Set<TLSSocket>();
  const proxy = createServer({ cert: localhostCertificate, key: localhostKey }, (client) => {
    const server = connect(flux.port, '127.0.0.1');
    open.add(client);
    client.on('close', () => open.delete(client) && server.destroy()).on('error', () => server.destroy());
    server.on('close', () => client.destroy()).on('error', () => client.destroy());
    client.pipe(server).pipe(client);
  });
  const stop = async () => {
    for (const client of open) client.destroy();
    if (proxy.listening) await new Promise((resolve) => proxy.close(resolve));
    await flux.dispose();
  };
  try {
    await once(proxy.listen(port, '127.0.0.1'), 'listening');
    await flux.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}
