import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const mebibyte = 1_048_576;

/** Whether a small disk can be mounted here; otherwise the reason is printed. */
export const hasSmallDisks = process.platform === 'linux' && process.getuid?.() === 0;
if (!hasSmallDisks)
  console.error('Not tested here: a full disk. A small disk is mounted for it, which needs root on Linux.');

/** A disk of few megabytes, in memory. */
export class SmallDisk {
  readonly folder: string;
  readonly #ownsFolder: boolean;

  private constructor(folder: string, ownsFolder: boolean) {
    this.folder = folder;
    this.#ownsFolder = ownsFolder;
  }

  /** @param over the mount point; a new folder by default */
  static async mount(megabytes: number, over?: string): Promise<SmallDisk> {
    const folder = over ?? (await mkdtemp(join(tmpdir(), 'flux-small-disk-')));
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'flux-test', folder]);
    return new SmallDisk(folder, over === undefined);
  }

  /** Leaves this many bytes free. */
  async fill(left: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.folder);
    await writeFile(this.#filler, Buffer.alloc(Math.max(0, bavail * bsize - left)));
  }

  /** Deletes the fill. */
  async clear(): Promise<void> {
    await rm(this.#filler, { force: true });
  }

  async unmount(): Promise<void> {
    await run('umount', ['--lazy', this.folder]);
    if (this.#ownsFolder) await rm(this.folder, { recursive: true });
  }

  get #filler(): string {
    return join(this.folder, 'filler');
  }
}
