import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const script = fileURLToPath(new URL('../../../scripts/build-for-server.mjs', import.meta.url));

/** What the server takes from `dist`, made of the sources as they are now. */
export default async function buildForServer(): Promise<void> {
  await promisify(execFile)(process.execPath, [script]);
}
