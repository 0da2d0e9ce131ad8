import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The absolute path of a child process's module. It is beside the module that starts it, in the sources and in the
 * built server (`vite.server.config.ts`).
 */
export function childProcessModule(name: string, { url }: ImportMeta): string {
  return fileURLToPath(new URL(`${name}${extname(url)}`, url));
}
