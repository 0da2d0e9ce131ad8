import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../src/server/testing/servers/free-port.ts';
import { type Peer, startPeer } from './peer.ts';

/**
 * Caddy's file server on loopback, with as many cores as the other servers, and Flux's headers for one file.
 */
export async function startCaddy(root: string, headers: IncomingHttpHeaders, cores = 1): Promise<Peer> {
  const folder = await mkdtemp(join(tmpdir(), 'flux-bench-caddy-'));
  const port = await freePort();
  const config = join(folder, 'Caddyfile');
  const added = [
    'cache-control',
    'content-security-policy',
    'cross-origin-resource-policy',
    'x-content-type-options',
  ]
    .flatMap((name) =>
      headers[name] === undefined ? [] : [`header ${name} ${JSON.stringify(headers[name])}`],
    )
    .join('\n\t');
  await writeFile(config, configuration(root, port, added));
  const args = ['run', '--config', config, '--adapter', 'caddyfile'];
  // Caddy's data is removed with the folder.
  const env = { GOMAXPROCS: String(cores), XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  return startPeer('caddy', args, port, () => rm(folder, { recursive: true, force: true }), env);
}

function configuration(root: string, port: number, added: string): string {
  return `{
	admin off
	auto_https off
	log {
		level ERROR
	}
	servers {
		protocols h1
	}
}

http://127.0.0.1:${port} {
	bind 127.0.0.1
	root * ${root}
	${added}
	file_server
}
`;
}
