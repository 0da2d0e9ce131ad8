import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../src/server/testing/servers/free-port.ts';
import { type Peer, startPeer } from './peer.ts';

/** Headers that nginx sets itself or that belong to the connection. */
const own =
  /^(?:content-(?:length|type)|etag|date|server|connection|keep-alive|accept-ranges|transfer-encoding)$/;

/** nginx directives that send Flux's headers for a file. */
export function sameHeaders(headers: IncomingHttpHeaders): string {
  const added = Object.entries(headers).filter(([name]) => !own.test(name));
  return [
    'types {}',
    `default_type "${headers['content-type']}";`,
    'add_header Last-Modified "";',
    ...added.map(([name, value]) => `add_header ${name} ${JSON.stringify(String(value))};`),
  ].join('\n');
}

/**
 * nginx with sendfile on loopback, with keep-alive and without an access log.
 * @param locations directives of its only server
 * @param workers one, or as many as there are cores
 */
export async function startNginx(root: string, locations: string, workers: 1 | 'auto' = 1): Promise<Peer> {
  const folder = await mkdtemp(join(tmpdir(), 'flux-bench-nginx-'));
  const port = await freePort();
  const config = join(folder, 'nginx.conf');
  await writeFile(config, configuration(folder, root, { port, locations, workers }));
  const args = ['-p', folder, '-c', config, '-e', join(folder, 'error.log')];
  return startPeer('nginx', args, port, () => rm(folder, { recursive: true, force: true }));
}

function configuration(
  folder: string,
  root: string,
  { port, locations, workers }: { port: number; locations: string; workers: 1 | 'auto' },
): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off;
worker_processes ${workers};
worker_rlimit_nofile 8192;
pid ${folder}/nginx.pid;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 4096; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  server {
    listen 127.0.0.1:${port} backlog=4096;
    root ${root};
    ${locations}
  }
}
`;
}
