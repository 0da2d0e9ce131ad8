import { posix } from 'node:path';
import { nodesOf } from './markdown.mjs';

/**
 * What the pages of a repository can refer to.
 * @typedef {{ files: Set<string>, folders: Set<string>, scripts: Set<string>, anchors: Map<string, string[]> }} Repository
 * `files` includes the files that commands write and Git ignores.
 */

/** The folders above some files. */
export function foldersOf(files) {
  const folders = new Set(['.']);
  for (const file of files) {
    for (let folder = posix.dirname(file); !folders.has(folder); folder = posix.dirname(folder))
      folders.add(folder);
  }
  return folders;
}

/** Relative links and images to missing files, and links to missing headings. */
export function deadLinks(tree, page, { files, folders, anchors }) {
  return nodesOf(tree, ['link', 'image', 'definition']).flatMap(({ url, position }) => {
    if (/^[a-z][a-z\d+.-]*:/i.test(url)) return [];
    const [path = '', anchor] = decodeURIComponent(url).split('#');
    const target = path === '' ? page : posix.join(posix.dirname(page), path).replace(/\/$/, '');
    const line = position.start.line;
    if (!files.has(target) && !folders.has(target))
      return [{ line, expected: 'a link to an existing file', found: url }];
    if (anchor && anchors.has(target) && !anchors.get(target).includes(anchor))
      return [{ line, expected: `a link to a heading of ${target}`, found: url }];
    return [];
  });
}

/** `npm run` with the name of a missing script, in prose and in code. */
export function missingScripts(source, { scripts }) {
  return source
    .split('\n')
    .flatMap((text, index) =>
      [...text.matchAll(/\bnpm run ([a-z][\w:-]*)/g)]
        .filter(([, name]) => !scripts.has(name))
        .map(([command]) => ({ line: index + 1, expected: 'a script of package.json', found: command })),
    );
}

/** Folders that pages name without the folders above them. */
const roots = 'src|tools|packages|e2e|fixtures|docs|server|web|shared|player|features|platform|lifecycle';
const rooted = new RegExp(`^(?:${roots})/[\\w.@/-]*$`);
const sourceFile = /^[\w.@/-]+\.(?:tsx?|mjs)$/;

/** Code that names a file or folder of the repository, by its path or the end of it, and that does not exist. */
export function missingPaths(tree, { files, folders }) {
  const exists = (path) =>
    [files, folders].some((known) => known.has(path) || [...known].some((each) => each.endsWith(`/${path}`)));
  return nodesOf(tree, ['inlineCode']).flatMap(({ value, position }) => {
    const path = value.replace(/\/$/, '');
    if (!(rooted.test(path) || sourceFile.test(path)) || exists(path)) return [];
    return [{ line: position.start.line, expected: 'a file or folder of the repository', found: value }];
  });
}
