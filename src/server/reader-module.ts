import { fileURLToPath } from 'node:url';

/** `features/builds/ingest-child.ts` in one file, which `npm start` builds (`vite.reader.config.ts`). */
export const readerModule = fileURLToPath(new URL('../../dist/reader/ingest-child.js', import.meta.url));
