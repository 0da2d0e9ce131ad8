import type { BuildWarning } from '#shared/versions/versions.ts';
import { BuildRefusedError } from '../tree.ts';
import { showName } from './show-name.ts';

const sayTwice = (path: string): BuildRefusedError =>
  new BuildRefusedError('This zip contains a file twice.', [
    `${showName(path)} is there more than once, perhaps written with different Unicode characters.`,
    'Please make the zip again from one folder.',
  ]);

/**
 * Refuses files with equal paths, also after Unicode normalisation, and a file with the name of a folder. Names that
 * differ in case are two files, as on web servers.
 * @param paths of the files, normalised
 * @param folderPaths of folder entries
 * @throws BuildRefusedError
 */
export function checkCollisions(
  paths: readonly string[],
  folderPaths: readonly string[] = [],
): BuildWarning[] {
  const files = new Set<string>();
  const folders = new Set(folderPaths);
  for (const path of paths) {
    if (files.has(path)) throw sayTwice(path);
    files.add(path);
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.add(path.slice(0, at));
  }
  for (const folder of folders) {
    if (files.has(folder)) {
      throw new BuildRefusedError('This zip contains a file and a folder of the same name.', [
        `${showName(folder)} is both. Please make the zip again from one folder.`,
      ]);
    }
  }
  return caseTwinWarnings(files);
}

function caseTwinWarnings(files: ReadonlySet<string>): BuildWarning[] {
  const seen = new Map<string, string>();
  const twins: string[] = [];
  for (const path of files) {
    const folded = path.toLowerCase();
    const other = seen.get(folded);
    if (other === undefined) seen.set(folded, path);
    else twins.push(`${showName(other)} and ${showName(path)}`);
  }
  if (twins.length === 0) return [];
  const more = twins.length > 3 ? ` and ${twins.length - 3} more` : '';
  return [
    {
      code: 'case_twins',
      message: `Names that differ only in upper and lower case are different files here: ${twins.slice(0, 3).join('; ')}${more}. Both are kept; remove the one that the game does not use.`,
    },
  ];
}
