import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Absolute path of a module that is run in a process of its own. It lies beside the module that starts it: in the sources,
 * and in the built server (`vite.server.config.ts`).
 */
export function programBeside(name: string, { url }: ImportMeta): string {
  return fileURLToPath(new URL(`${name}${extname(url)}`, url));
}
