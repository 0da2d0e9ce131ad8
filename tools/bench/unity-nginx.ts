import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startNginx } from './nginx.ts';
import type { Peer } from './peer.ts';

const run = promisify(execFile);

/**
 * A build on nginx, configured by Unity's manual for files that Unity compressed.
 * @param zip as unpacked by a creator
 * @param folder on the same disk as Flux's files; a subfolder is created in it and removed at the end
 */
export async function startUnityNginx(zip: Buffer, folder: string): Promise<Peer> {
  const root = await mkdtemp(join(folder, 'flux-bench-build-'));
  const remove = () => rm(root, { recursive: true, force: true });
  try {
    await writeFile(join(root, 'build.zip'), zip);
    await run('unzip', ['-q', 'build.zip'], { cwd: root });
    const nginx = await startNginx(root, locations);
    return { ...nginx, stop: () => nginx.stop().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

const locations = `
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  ${locationOf('br', 'br', 'application/octet-stream')}
  ${locationOf('gz', 'gzip', 'application/gzip')}
`;

/** @param dataType of a data file; Safari leaves a gzip-encoded `application/octet-stream` compressed */
function locationOf(ending: string, encoding: string, dataType: string): string {
  const add = `add_header Content-Encoding ${encoding};`;
  return `location ~ \\.${ending}$ {
    ${add}
    types {}
    default_type ${dataType};
    location ~ \\.js\\.${ending}$ { default_type application/javascript; ${add} }
    location ~ \\.json\\.${ending}$ { default_type application/json; ${add} }
    location ~ \\.wasm\\.${ending}$ { default_type application/wasm; ${add} }
  }`;
}
