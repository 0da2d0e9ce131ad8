import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeptFile, SentFile } from '#shared/changes.ts';
import { FluxError } from '#shared/errors.ts';
import { gzipTimeOf } from '#shared/gzip-time.ts';
import { zipMethods } from '#shared/zip-headers.ts';
import type { Context } from '../../../context.ts';
import { asStorageError } from '../../../platform/blobs/durable.ts';
import { freeBytes } from '../../../platform/disk.ts';
import { newId } from '../../../platform/ids.ts';
import { defaultIngestLimits } from '../../builds/archive/limits.ts';
import { readUploadLimits } from '../../storage/limits.ts';
import { findForms, openForm } from '../../storage/read.ts';
import { findKept, type KeptSource } from './find-kept.ts';
import { type Changes, openChanges } from './read-changes.ts';
import { bytesOf, repack } from './repack.ts';
import { unusable } from './unusable.ts';
import { ZipWriter } from './zip-writer.ts';

/** The zip that an upload of changes stands for. */
export interface WholeUpload {
  /** Absolute, in the staging folder. */
  path: string;
  /** Bytes. */
  size: number;
  /** To be called whatever happens. */
  discard(): Promise<void>;
}

/**
 * Makes the zip that an upload of changes stands for, of the files that it brings and of those that versions of the app
 * have. Nothing of the upload is believed: what is made is read and checked as if it had come whole.
 * @param appId null where it is to become an app, which has no version to build on
 * @throws FluxError `changes_unusable`, `storage_full`, `storage_unavailable`
 */
export async function makeWhole(
  context: Context,
  appId: string | null,
  upload: { path: string; size: number },
): Promise<WholeUpload> {
  if (appId === null) throw unusable('A new application has no version to build on.');
  const path = join(context.folders.staging, `whole-${newId()}`);
  const discard = () => rm(path, { force: true });
  try {
    const changes = await openChanges(upload.path, upload.size);
    try {
      return { path, size: await write(context, appId, changes, path), discard };
    } finally {
      await changes.handle.close();
    }
  } catch (error) {
    await discard();
    const known = asStorageError(error);
    if (known instanceof FluxError) throw known;
    // What is not there any more, or is not what it was: the whole build needs none of it.
    context.log.warn({ err: error, appId }, 'an upload of changes could not be made whole');
    throw unusable('What it builds on could not be read.', error);
  }
}

async function write(context: Context, appId: string, changes: Changes, path: string): Promise<number> {
  const { maxUploadBytes } = await readUploadLimits(context);
  const kept = changes.files.filter(isKept);
  const sources = await findKept(
    context.db,
    appId,
    kept.map(({ sha256 }) => sha256),
  );
  await refuseTooMuch(context, changes, sources);
  const shelf = new Shelf(context);
  const output = await open(path, 'wx', 0o600);
  try {
    const zip = new ZipWriter(output, maxUploadBytes);
    let position = changes.dataStart;
    for (const file of changes.files) {
      if (isKept(file)) await addKept(zip, file, sourceOf(sources, file), shelf);
      else {
        await addSent(zip, file, changes.handle, position);
        position += file.packedSize;
      }
    }
    return await zip.finish();
  } finally {
    await output.close();
    await shelf.close();
  }
}

function isKept(file: SentFile | KeptFile): file is KeptFile {
  return 'sha256' in file;
}

function sourceOf(sources: ReadonlyMap<string, KeptSource>, { path, sha256 }: KeptFile): KeptSource {
  const source = sources.get(sha256);
  if (!source) throw unusable(`No version of this application has ${path} any more.`);
  return source;
}

/** A short list can stand for very much, which is to be known before any of it is written. */
async function refuseTooMuch(
  context: Context,
  { files }: Changes,
  sources: ReadonlyMap<string, KeptSource>,
): Promise<void> {
  const sizes = files.map((file) => (isKept(file) ? sourceOf(sources, file).size : file.size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes > defaultIngestLimits.maxTotalBytes)
    throw unusable('The whole build is larger than a build may be.');
  const packed = files.reduce((sum, file) => {
    if (!isKept(file)) return sum + file.packedSize;
    const source = sourceOf(sources, file);
    return sum + (source.kind === 'packed' ? source.packedSize : source.size);
  }, 0);
  if ((await freeBytes(context.folders.staging)) < packed) throw new FluxError('storage_full');
}

async function addSent(zip: ZipWriter, file: SentFile, handle: FileHandle, start: number): Promise<void> {
  const { path, packedSize, ...facts } = file;
  await zip.add(Buffer.from(path), bytesOf({ handle, start, length: packedSize }), () => facts);
}

async function addKept(zip: ZipWriter, file: KeptFile, source: KeptSource, shelf: Shelf): Promise<void> {
  const { time, gzipTime } = file;
  const name = Buffer.from(file.path);
  const { size } = source;
  if (source.kind === 'served') {
    const handle = await shelf.open(source.content);
    const { buffer: head } = await handle.read(Buffer.alloc(16), 0, 16, 0);
    if ((gzipTimeOf(head) === null) !== (gzipTime === null))
      throw unusable(`${file.path} is of another kind.`);
    const made = repack({ handle, start: 0, length: size }, zipMethods.stored, gzipTime);
    return zip.add(name, made.pieces, () => ({ time, size, method: made.method, crc32: made.crc32() }));
  }
  const { method, dataStart: start, packedSize: length, crc32 } = source;
  const stretch = { handle: await shelf.open(source.original), start, length };
  if (source.gzipTime === gzipTime)
    return zip.add(name, bytesOf(stretch), () => ({ time, size, method, crc32 }));
  if (source.gzipTime === null || gzipTime === null) throw unusable(`${file.path} is of another kind.`);
  const made = repack(stretch, method, gzipTime);
  return zip.add(name, made.pieces, () => ({ time, size, method: made.method, crc32: made.crc32() }));
}

/** Contents that are open for reading: the last one, since those of one upload mostly follow one another. */
class Shelf {
  readonly #context: Context;
  #open: { sha256: string; handle: FileHandle } | null = null;

  constructor(context: Context) {
    this.#context = context;
  }

  /** The handle is good until the next call. */
  async open(content: Buffer): Promise<FileHandle> {
    const sha256 = content.toString('hex');
    if (this.#open?.sha256 === sha256) return this.#open.handle;
    await this.close();
    const forms = (await findForms(this.#context, [content])).get(sha256);
    const form = forms?.find(({ encoding }) => encoding === 'identity');
    if (!form) throw unusable('A file that it builds on is not there any more.');
    const handle = await openForm(this.#context, form);
    this.#open = { sha256, handle };
    return handle;
  }

  async close(): Promise<void> {
    await this.#open?.handle.close();
    this.#open = null;
  }
}
