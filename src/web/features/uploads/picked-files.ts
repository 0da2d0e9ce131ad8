import { findJunk, isJunkFolder } from '#shared/files/junk.ts';
import { packagesFolder, usesPackages } from '#shared/files/packages.ts';

/** A file of a chosen folder, with its path below that folder. */
export interface FolderFile {
  path: string;
  file: File;
}

/** A chosen folder, which becomes a zip with its name. */
export interface PickedFolder {
  name: string;
  /** Total size in bytes. */
  size: number;
  type: string;
  files: readonly FolderFile[];
}

/** The user's choice to upload. */
export type Picked = File | PickedFolder;

export function isFolder(picked: Picked): picked is PickedFolder {
  return 'files' in picked;
}

async function folderOf(name: string, all: readonly FolderFile[]): Promise<PickedFolder> {
  // Files that the server would skip are not sent.
  const junk = findJunk(all.map(({ path }) => path));
  const packages = all.filter(({ path }) => junk.get(path) === packagesFolder);
  if (packages.length > 0 && (await loadsPackages(all))) for (const { path } of packages) junk.delete(path);
  const files = all.filter(({ path }) => !junk.has(path)).sort((a, b) => (a.path < b.path ? -1 : 1));
  const size = files.reduce((sum, { file }) => sum + file.size, 0);
  return { name: `${name}.zip`, size, type: 'application/zip', files };
}

function loadsPackages(files: readonly FolderFile[]): Promise<boolean> {
  const byPath = new Map(files.map(({ path, file }) => [path, file]));
  const paths = [...byPath.keys()];
  const junk = findJunk(paths);
  const kept = paths.filter((path) => !junk.has(path));
  return usesPackages(kept, async (path, maxBytes) => {
    return (await byPath.get(path)?.slice(0, maxBytes).text()) ?? '';
  });
}

/** The chosen folder of an input; null if none. */
export async function chosenFolder(input: HTMLInputElement): Promise<PickedFolder | null> {
  const chosen = [...(input.files ?? [])];
  // So that choosing the same folder again fires an event.
  input.value = '';
  const name = chosen[0]?.webkitRelativePath.split('/')[0];
  if (!name) return null;
  return folderOf(
    name,
    chosen.map((file) => ({ path: file.webkitRelativePath.slice(name.length + 1), file })),
  );
}

/** Reads a dropped folder, or dropped items without a common name. */
export async function droppedFolder(entries: readonly FileSystemEntry[]): Promise<PickedFolder> {
  const [folder] = entries;
  if (entries.length === 1 && folder?.isDirectory) {
    return folderOf(folder.name, await filesOf(await entriesIn(folder as FileSystemDirectoryEntry)));
  }
  return folderOf('build', await filesOf(entries));
}

/** Packages have many files, so they are only listed if the build loads them. */
async function filesOf(entries: readonly FileSystemEntry[]): Promise<FolderFile[]> {
  const isPackages = ({ isDirectory, name }: FileSystemEntry) => isDirectory && name === packagesFolder;
  const files: FolderFile[] = [];
  await collect(
    entries.filter((entry) => !isPackages(entry)),
    '',
    files,
  );
  const packages = entries.filter(isPackages);
  if (packages.length > 0 && (await loadsPackages(files))) await collect(packages, '', files);
  return files;
}

/** Whether a zip was dropped together with other items. */
export function containsZip(entries: readonly FileSystemEntry[]): boolean {
  return entries.length > 1 && entries.some(({ isFile, name }) => isFile && /\.zip$/i.test(name));
}

async function collect(
  entries: readonly FileSystemEntry[],
  below: string,
  files: FolderFile[],
): Promise<void> {
  for (const entry of entries) {
    const path = `${below}${entry.name}`;
    if (entry.isDirectory) {
      if (isJunkFolder(path)) continue;
      await collect(await entriesIn(entry as FileSystemDirectoryEntry), `${path}/`, files);
    } else {
      const file = await new Promise<File>((resolve, reject) =>
        (entry as FileSystemFileEntry).file(resolve, reject),
      );
      files.push({ path, file });
    }
  }
}

async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    // It returns a hundred entries at a time, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (entries.length === 0) return all;
    all.push(...entries);
  }
}
