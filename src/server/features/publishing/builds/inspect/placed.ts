import type { TreeFile } from '../tree.ts';

/** A file of the upload at the path under which it is served. */
export interface PlacedFile {
  path: string;
  source: TreeFile;
}

/** The maximum of text read from a file; the rest is ignored. */
const maxTextBytes = 2 * 1024 * 1024;

/** A file's text, without a byte order mark and cut at `maxTextBytes`. */
export async function readText(file: PlacedFile, maxBytes: number = maxTextBytes): Promise<string> {
  const bytes = await file.source.read(0, Math.min(maxBytes, file.source.size));
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}

/** Whether any of the texts occurs in a file, read in pieces; `maxBytes` bounds the work. */
export async function containsText(
  file: PlacedFile,
  texts: readonly string[],
  maxBytes = 64 * 1024 * 1024,
): Promise<boolean> {
  const piece = 1024 * 1024;
  const overlap = Math.max(...texts.map((text) => text.length));
  const end = Math.min(file.source.size, maxBytes);
  for (let at = 0; at < end; at += piece) {
    const bytes = await file.source.read(at, Math.min(piece + overlap, end - at));
    if (texts.some((text) => bytes.includes(text, 0, 'latin1'))) return true;
  }
  return false;
}

/** Looks files up by exact path, by a path that differs only by case, and by one that differs by its ending. */
export class FileIndex {
  readonly files: readonly PlacedFile[];
  readonly #exact = new Map<string, PlacedFile>();
  readonly #folded = new Map<string, PlacedFile>();
  readonly #bare = new Map<string, PlacedFile>();

  constructor(files: readonly PlacedFile[]) {
    this.files = files;
    for (const file of files) {
      this.#exact.set(file.path, file);
      if (!this.#folded.has(foldCase(file.path))) this.#folded.set(foldCase(file.path), file);
      if (!this.#bare.has(bareOf(file.path))) this.#bare.set(bareOf(file.path), file);
    }
  }

  find(path: string): PlacedFile | null {
    return this.#exact.get(path) ?? null;
  }

  /** A file whose path differs from `path` only by case or Unicode normalization. */
  findFolded(path: string): PlacedFile | null {
    return this.#folded.get(foldCase(path)) ?? null;
  }

  /** A file that `path` would name if `.gz`, `.br` or `.unityweb` were added, left out or exchanged. */
  findOtherEnding(path: string): PlacedFile | null {
    return this.#bare.get(bareOf(path)) ?? null;
  }
}

/** The same for paths that differ only by upper and lower case or by Unicode form. */
export function foldCase(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

function bareOf(path: string): string {
  return foldCase(path).replace(/\.(gz|br|unityweb)$/, '');
}
