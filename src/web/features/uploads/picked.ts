import { isJunkFolder, isJunkName } from '#shared/junk.ts';

/** A file of a folder that was chosen; its path begins below that folder. */
export interface FolderFile {
  path: string;
  file: File;
}

/** A folder that was chosen, which becomes a zip of that name. */
export interface PickedFolder {
  name: string;
  /** Bytes of its files. */
  size: number;
  type: string;
  files: readonly FolderFile[];
}

/** What somebody chose to upload. */
export type Picked = File | PickedFolder;

export function isFolder(picked: Picked): picked is PickedFolder {
  return 'files' in picked;
}

/** What the server would leave out need not be sent. */
function isLeftOut(path: string): boolean {
  const segments = path.split('/');
  return segments.slice(0, -1).some(isJunkFolder) || isJunkName(segments.at(-1) ?? '');
}

function folderOf(name: string, all: readonly FolderFile[]): PickedFolder {
  const files = all.filter(({ path }) => !isLeftOut(path)).sort((a, b) => (a.path < b.path ? -1 : 1));
  const size = files.reduce((sum, { file }) => sum + file.size, 0);
  return { name: `${name}.zip`, size, type: 'application/zip', files };
}

/** What was chosen in an input that takes folders; null where that was nothing. */
export function chosenFolder(input: HTMLInputElement): PickedFolder | null {
  const chosen = [...(input.files ?? [])];
  // The same folder chosen again is noticed.
  input.value = '';
  const name = chosen[0]?.webkitRelativePath.split('/')[0];
  if (!name) return null;
  return folderOf(
    name,
    chosen.map((file) => ({ path: file.webkitRelativePath.slice(name.length + 1), file })),
  );
}

/** Reads a folder that was dropped. */
export async function droppedFolder(folder: FileSystemDirectoryEntry): Promise<PickedFolder> {
  const files: FolderFile[] = [];
  await collect(folder, '', files);
  return folderOf(folder.name, files);
}

async function collect(folder: FileSystemDirectoryEntry, below: string, files: FolderFile[]): Promise<void> {
  const reader = folder.createReader();
  for (;;) {
    // It gives a hundred at a time, and none in the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (entries.length === 0) return;
    for (const entry of entries) {
      const path = `${below}${entry.name}`;
      if (entry.isDirectory) {
        if (!isJunkFolder(entry.name)) await collect(entry as FileSystemDirectoryEntry, `${path}/`, files);
      } else {
        const file = await new Promise<File>((resolve, reject) =>
          (entry as FileSystemFileEntry).file(resolve, reject),
        );
        files.push({ path, file });
      }
    }
  }
}
