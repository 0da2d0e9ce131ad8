import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContentEncoding } from '#shared/versions/versions.ts';
import { BuildRefusedError, type BuildTree } from '../tree.ts';
import { Budget } from './budget.ts';
import { defaultIngestLimits, type IngestLimits } from './limits.ts';
import { readUpload } from './read-upload.ts';
import { Staging } from './staging.ts';

export interface ReadBuffer {
  tree: BuildTree;
  /** Decompressed content by path. */
  contents: Map<string, string>;
  /** The bytes of each form of the file's blob. */
  forms: Map<string, Map<ContentEncoding, Buffer>>;
}

export interface ReadBufferOptions {
  fileName?: string;
  limits?: Partial<IngestLimits>;
}

/** Reads an upload from bytes in this process, in a temporary folder. */
export async function readBuffer(upload: Buffer, options: ReadBufferOptions = {}): Promise<ReadBuffer> {
  const folder = await mkdtemp(join(tmpdir(), 'flux-archive-'));
  try {
    const path = join(folder, 'upload');
    await writeFile(path, upload);
    const budget = new Budget({ ...defaultIngestLimits, ...options.limits }, folder);
    const staging = new Staging(folder, budget);
    const tree = await readUpload(path, options.fileName ?? 'build.zip', staging, budget);
    const contents = new Map<string, string>();
    const forms: ReadBuffer['forms'] = new Map();
    for (const file of tree.files) {
      contents.set(file.path, (await file.read(0, file.size)).toString());
      const bytes = new Map<ContentEncoding, Buffer>();
      for (const form of staging.blobs.get(file.sha256)?.forms ?? []) {
        bytes.set(form.encoding, await readFile(form.path));
      }
      forms.set(file.path, bytes);
    }
    return { tree, contents, forms };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Message and details of the refusal as one text. */
export async function refusalOf(upload: Buffer, options?: ReadBufferOptions): Promise<string> {
  try {
    await readBuffer(upload, options);
  } catch (error) {
    if (error instanceof BuildRefusedError) return [error.message, ...error.details].join('\n');
    throw error;
  }
  throw new Error('It was not refused.');
}
