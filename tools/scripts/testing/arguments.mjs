import { existsSync } from 'node:fs';
import { SetupError } from '../setup.mjs';

export const usage = `npm test                  every check
npm test -- --changed     quick checks of the files that differ from main
npm test -- <file> ...    these test files: *.test.ts, *.test.tsx, *.test.mjs or e2e/**/*.spec.ts`;

/** @throws SetupError if an argument is unknown or names no test file */
export function readArguments(args, exists = existsSync) {
  const files = args.filter((argument) => argument !== '--changed');
  const changed = files.length < args.length;
  for (const file of files) {
    const problem = file.startsWith('-')
      ? `Unknown option: ${file}`
      : !kindOf(file)
        ? `Not a test file: ${file}`
        : !exists(file) && `No such file: ${file}`;
    if (problem) throw new SetupError(`${problem}\n\nUsage:\n${usage}`);
  }
  if (changed && files.length > 0)
    throw new SetupError(`--changed selects the files itself: ${files.join(', ')}\n\nUsage:\n${usage}`);
  return { changed, files };
}

/** Which program runs a test file; null if it is none. */
export function kindOf(file) {
  if (/^(\.\/)?e2e\/.*\.spec\.ts$/.test(file)) return 'journey';
  return /\.test\.(tsx?|mjs)$/.test(file) ? 'unit' : null;
}
