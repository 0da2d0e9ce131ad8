import { fileURLToPath } from 'node:url';

/** Absolute. The built server lies in `dist/server`, which is as deep below it as this folder. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));
