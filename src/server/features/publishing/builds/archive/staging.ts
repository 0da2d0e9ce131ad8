import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StagedBlob, StagedForm } from '#server/platform/blobs/staged-blob.ts';
import { storedEncodingOf } from '../inspect/encoding.ts';
import { isLfsPointer } from '../inspect/lfs-pointer.ts';
import type { StoredEncoding, TreeFile } from '../tree.ts';
import type { Budget } from './budget.ts';
import { decodeUnity } from './decode.ts';
import { type FileSink, type WrittenFile, writeFileWith } from './file-sink.ts';

/** Facts about a file besides its bytes. */
interface Surroundings {
  /** The same bytes as a gzip file, if the archive's compression provides one. */
  gzip: WrittenFile | null;
  /** Of the whole upload, from `buildFoldersOf`. */
  buildFolders: ReadonlySet<string>;
}

/** The files of one upload before they are stored, in their own folder. */
export class Staging {
  readonly #folder: string;
  readonly #budget: Budget;
  readonly #blobs = new Map<string, StagedBlob>();
  #fileCount = 0;

  constructor(folder: string, budget: Budget) {
    this.#folder = folder;
    this.#budget = budget;
  }

  newPath(): string {
    this.#fileCount += 1;
    return join(this.#folder, String(this.#fileCount));
  }

  write(fill: (sink: FileSink) => Promise<void>): Promise<WrittenFile> {
    return writeFileWith(this.newPath(), fill);
  }

  /**
   * Adds a file of the archive, and decompresses Unity's own compression.
   * @throws BuildRefusedError beyond the limits
   */
  async add(path: string, stored: WrittenFile, { gzip, buildFolders }: Surroundings): Promise<TreeFile> {
    const encoding = storedEncodingOf(path, stored.head, buildFolders);
    if (encoding === 'identity') return this.#addPlain(path, stored, gzip);
    const count = this.#budget.meter(path, stored.size);
    const decoded = await decodeUnity(this.newPath(), stored, encoding, count);
    if (!decoded) return { ...(await this.#addPlain(path, stored, gzip)), undecodable: encoding };
    if (gzip) await rm(gzip.path);
    if (decoded.faithful) {
      await this.#keep(decoded.file, [{ ...formOf(stored), encoding }]);
    } else {
      await rm(stored.path);
      await this.#keep(decoded.file, []);
    }
    return this.#treeFile(path, decoded.file, stored, encoding);
  }

  /** Each content once, by its sha256. */
  get blobs(): ReadonlyMap<string, StagedBlob> {
    return this.#blobs;
  }

  async #addPlain(path: string, stored: WrittenFile, gzip: WrittenFile | null): Promise<TreeFile> {
    await this.#keep(stored, gzip ? [{ ...formOf(gzip), encoding: 'gzip' }] : []);
    const file = this.#treeFile(path, stored, stored, 'identity');
    return isLfsPointer(stored.head) ? { ...file, isLfsPointer: true } : file;
  }

  async #keep(identity: WrittenFile, others: StagedForm[]): Promise<void> {
    const known = this.#blobs.get(identity.sha256);
    const forms: StagedForm[] = [{ ...formOf(identity), encoding: 'identity' }, ...others];
    if (!known) {
      this.#blobs.set(identity.sha256, { sha256: identity.sha256, size: identity.size, forms });
      return;
    }
    for (const form of forms) {
      if (known.forms.some(({ encoding }) => encoding === form.encoding)) await rm(form.path);
      else known.forms.push(form);
    }
  }

  #treeFile(path: string, content: WrittenFile, stored: WrittenFile, encoding: StoredEncoding): TreeFile {
    const blob = this.#blobs.get(content.sha256);
    const identity = blob?.forms.find((form) => form.encoding === 'identity')?.path ?? content.path;
    return {
      path,
      size: content.size,
      sha256: content.sha256,
      storedSize: stored.size,
      storedEncoding: encoding,
      read: (start, length) => readRange(identity, start, length),
    };
  }
}

function formOf(file: WrittenFile): Omit<StagedForm, 'encoding'> {
  return { path: file.path, size: file.size, storedSha256: file.sha256 };
}

async function readRange(path: string, start: number, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const available = Math.max(0, Math.min(length, (await file.stat()).size - start));
    const buffer = Buffer.alloc(available);
    const { bytesRead } = await file.read(buffer, 0, available, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
