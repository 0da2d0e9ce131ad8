import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startNginx } from './nginx.ts';
import type { Peer } from './peer.ts';

const run = promisify(execFile);

/**
 * A build on nginx, with what Unity's manual asks of a web server for files that Unity compressed.
 * @param zip as a creator would unpack it there
 * @param folder on the disk on which Flux keeps its own files; a folder is made in it, and removed at the end
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
