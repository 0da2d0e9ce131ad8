import { join } from 'node:path';
import { projectFolder } from './project-folder.ts';

/** `features/publishing/builds/ingest-child.ts` in one file, which `npm start` builds (`vite.reader.config.ts`). */
export const readerModule = join(projectFolder, 'dist/reader/ingest-child.js');
