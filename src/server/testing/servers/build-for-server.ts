import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const script = fileURLToPath(new URL('../../../../tools/scripts/build-for-server.mjs', import.meta.url));
const build = (...args: string[]) => promisify(execFile)(process.execPath, [script, ...args]);

/** What the server reads from `dist`, built from the sources as they are now. */
export default async function buildForServer(): Promise<void> {
  await build();
}

/** The same, and the server itself. */
export async function buildServer(): Promise<void> {
  await build('--server');
}
