import { expect, test } from 'vitest';
import { chosenFolder, droppedFolder, type PickedFolder } from './picked-files.ts';

const load = '<script type="module" src="./node_modules/three/three.js"></script>';
const files = (page: string) => ({
  'index.html': page,
  '.netrc': 'secret',
  '.git/config': 'x',
  '._index.html': load,
  'node_modules/three/three.js': 'export {}',
});

/** An input with a chosen folder. */
function inputWith(contents: Record<string, string>): HTMLInputElement {
  const chosen = Object.entries(contents).map(([path, text]) =>
    Object.defineProperty(new File([text], path), 'webkitRelativePath', { value: `Game/${path}` }),
  );
  return { files: chosen, value: 'C:\\fakepath' } as unknown as HTMLInputElement;
}

/** Entries as from a browser's drop. `opened` collects the names of folders that were read. */
function entriesOf(contents: Record<string, string>, opened: string[]): FileSystemEntry[] {
  const byTop = Map.groupBy(Object.keys(contents), (path) => path.split('/', 1)[0] ?? '');
  return [...byTop].map(([name, paths]) => {
    const text = contents[name];
    if (text !== undefined) return fileEntry(name, text);
    const inside = paths.map((path) => [path.slice(name.length + 1), contents[path] ?? ''] as const);
    return folderEntry(name, () => {
      opened.push(name);
      return entriesOf(Object.fromEntries(inside), opened);
    });
  });
}

function fileEntry(name: string, text: string): FileSystemEntry {
  const file = (resolve: (file: File) => void) => resolve(new File([text], name));
  return { name, isFile: true, isDirectory: false, file } as unknown as FileSystemEntry;
}

function folderEntry(name: string, read: () => FileSystemEntry[]): FileSystemEntry {
  const createReader = () => {
    let rest: FileSystemEntry[] | null = null;
    return {
      readEntries(resolve: (entries: FileSystemEntry[]) => void) {
        const batch = rest ?? read();
        rest = [];
        resolve(batch);
      },
    };
  };
  return { name, isFile: false, isDirectory: true, createReader } as unknown as FileSystemEntry;
}

const pathsOf = (folder: PickedFolder | null) => folder?.files.map(({ path }) => path);

test('packages in a chosen folder are sent if a page loads from them', async () => {
  expect(pathsOf(await chosenFolder(inputWith(files(load))))).toEqual([
    'index.html',
    'node_modules/three/three.js',
  ]);
  const input = inputWith(files('<!doctype html>'));
  const folder = await chosenFolder(input);
  expect(folder).toMatchObject({ name: 'Game.zip', size: 15 });
  expect(pathsOf(folder)).toEqual(['index.html']);
  expect(input.value).toBe('');
  expect(await chosenFolder(inputWith({}))).toBeNull();
});

test('packages in a dropped folder are read and sent only if a page loads from them', async () => {
  const opened: string[] = [];
  const drop = (page: string) => [folderEntry('Game', () => entriesOf(files(page), opened))];
  expect(pathsOf(await droppedFolder(drop('<!doctype html>')))).toEqual(['index.html']);
  expect(opened).toEqual([]);
  expect(pathsOf(await droppedFolder(drop(load)))).toEqual(['index.html', 'node_modules/three/three.js']);
  expect(opened).toEqual(['node_modules', 'three']);
  const several = await droppedFolder(entriesOf(files(load), []));
  expect(several.name).toBe('build.zip');
  expect(pathsOf(several)).toEqual(['index.html', 'node_modules/three/three.js']);
});
