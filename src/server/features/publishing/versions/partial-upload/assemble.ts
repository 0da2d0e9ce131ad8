import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#server/context.ts';
import { readUploadLimits } from '#server/features/storage/limits.ts';
import { type BlobForm, findForms, identityOf, openForm } from '#server/features/storage/read.ts';
import { asStorageError } from '#server/platform/blobs/durable.ts';
import { newId } from '#server/platform/ids.ts';
import { gzipTimeOf } from '#shared/files/gzip-time.ts';
import { zipMethods } from '#shared/files/zip-headers.ts';
import type { KeptFile, SentFile } from '#shared/versions/changes.ts';
import { defaultIngestLimits } from '../../builds/archive/limits.ts';
import { refuseWithoutRoom } from '../../uploads/create.ts';
import { listGrowingUploads } from '../../uploads/store.ts';
import { UnreadableSource, unusableUpload } from './errors.ts';
import { contentOf, findStored, type StoredSource } from './find-stored.ts';
import { type Changes, openChanges } from './read-changes.ts';
import { bytesOf, repack } from './repack.ts';
import { ZipWriter } from './zip-writer.ts';

/** The zip that an upload of changes stands for. */
export interface AssembledUpload {
  /** Absolute, in the staging folder. */
  path: string;
  /** Bytes. */
  size: number;
  /** To be called whatever happens. */
  discard(): Promise<void>;
}

/** What lies in a distant store may take long to come, or never; the whole build needs none of it. */
const mostMilliseconds = 120_000;

/**
 * Makes the zip that an upload of changes stands for, of the files that it brings and of those that versions of the app
 * have. Nothing of the upload is believed: what is made is read and checked as if it had come whole.
 * @throws FluxError `changes_unusable`, `storage_full`; another error passes, and the upload is good for another attempt
 */
export async function assembleUpload(
  context: Context,
  appId: string,
  upload: { path: string; size: number },
  maxMilliseconds: number = mostMilliseconds,
): Promise<AssembledUpload> {
  const path = join(context.folders.staging, `whole-${newId()}`);
  const discard = () => rm(path, { force: true });
  try {
    const changes = await openChanges(upload.path, upload.size);
    try {
      return { path, size: await write(context, appId, changes, path, maxMilliseconds), discard };
    } finally {
      await changes.handle.close();
    }
  } catch (error) {
    await discard();
    if (!(error instanceof UnreadableSource)) throw asStorageError(error);
    context.log.warn({ err: error, appId }, 'an upload of changes could not be made whole');
    throw unusableUpload('What it builds on could not be read.', error);
  }
}

async function write(
  context: Context,
  appId: string,
  changes: Changes,
  path: string,
  maxMilliseconds: number,
): Promise<number> {
  const until = performance.now() + maxMilliseconds;
  const { maxUploadBytes } = await readUploadLimits(context);
  const kept = changes.files.filter(isKept);
  const sources = await findStored(
    context.db,
    appId,
    kept.map(({ sha256 }) => sha256),
  );
  await refuseTooMuch(context, changes, sources);
  const storedFiles = await StoredFiles.of(context, [...sources.values()].map(contentOf), until);
  const output = await open(path, 'wx', 0o600);
  try {
    const zip = new ZipWriter(output, maxUploadBytes);
    let position = changes.dataStart;
    for (const file of changes.files.filter(isSent)) {
      await addSent(zip, file, changes.handle, position);
      position += file.packedSize;
    }
    // Those of one upload follow one another, so that each is opened, or fetched from afar, once.
    const ordered = kept
      .map((file) => ({ file, source: sourceOf(sources, file) }))
      .sort((a, b) => Buffer.compare(contentOf(a.source), contentOf(b.source)));
    for (const { file, source } of ordered) {
      await addKept(zip, file, source, storedFiles);
    }
    return await zip.finish();
  } finally {
    await output.close();
    await storedFiles.close();
  }
}

const isSent = (file: SentFile | KeptFile): file is SentFile => !isKept(file);

function isKept(file: SentFile | KeptFile): file is KeptFile {
  return 'sha256' in file;
}

function sourceOf(sources: ReadonlyMap<string, StoredSource>, { path, sha256 }: KeptFile): StoredSource {
  const source = sources.get(sha256);
  if (!source) throw unusableUpload(`No version of this application has ${path} any more.`);
  return source;
}

/** A short list can stand for very much, which is to be known before any of it is written. */
async function refuseTooMuch(
  context: Context,
  { files }: Changes,
  sources: ReadonlyMap<string, StoredSource>,
): Promise<void> {
  const sizes = files.map((file) => (isKept(file) ? sourceOf(sources, file).size : file.size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes > defaultIngestLimits.maxTotalBytes)
    throw unusableUpload('The whole build is larger than a build may be.');
  const packed = files.reduce((sum, file) => {
    if (!isKept(file)) return sum + file.packedSize;
    const source = sourceOf(sources, file);
    return sum + (source.kind === 'packed' ? source.packedSize : source.size);
  }, 0);
  await refuseWithoutRoom(context, packed, await listGrowingUploads(context.db, context.clock.now()));
}

async function addSent(zip: ZipWriter, file: SentFile, handle: FileHandle, start: number): Promise<void> {
  const { path, packedSize, ...facts } = file;
  await zip.add(Buffer.from(path), bytesOf({ handle, start, length: packedSize }), () => facts);
}

async function addKept(
  zip: ZipWriter,
  file: KeptFile,
  source: StoredSource,
  storedFiles: StoredFiles,
): Promise<void> {
  const { time, gzipTime } = file;
  const name = Buffer.from(file.path);
  const { size } = source;
  if (source.kind === 'served') {
    const handle = await storedFiles.open(source.content);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0);
    if ((gzipTimeOf(buffer.subarray(0, bytesRead)) === null) !== (gzipTime === null))
      throw unusableUpload(`${file.path} is of another kind.`);
    const made = repack({ handle, start: 0, length: size }, zipMethods.stored, gzipTime);
    return zip.add(name, made.pieces, () => ({ time, size, method: made.method, crc32: made.crc32() }));
  }
  const { method, dataStart: start, packedSize: length, crc32 } = source;
  const stretch = { handle: await storedFiles.open(source.original), start, length };
  if (source.gzipTime === gzipTime)
    return zip.add(name, bytesOf(stretch), () => ({ time, size, method, crc32 }));
  if (source.gzipTime === null || gzipTime === null) throw unusableUpload(`${file.path} is of another kind.`);
  const made = repack(stretch, method, gzipTime);
  return zip.add(name, made.pieces, () => ({ time, size, method: made.method, crc32: made.crc32() }));
}

/** Contents to read from, of which the last one is open. */
class StoredFiles {
  readonly #context: Context;
  readonly #forms: ReadonlyMap<string, BlobForm[]>;
  readonly #until: number;
  #open: { sha256: string; handle: FileHandle } | null = null;

  private constructor(context: Context, forms: ReadonlyMap<string, BlobForm[]>, until: number) {
    this.#context = context;
    this.#forms = forms;
    this.#until = until;
  }

  /** @param until when, by `performance.now()`, nothing is given any more */
  static async of(context: Context, contents: readonly Buffer[], until: number): Promise<StoredFiles> {
    const distinct = new Map(contents.map((content) => [content.toString('hex'), content]));
    return new StoredFiles(context, await findForms(context, [...distinct.values()]), until);
  }

  /**
   * The handle is good until the next call.
   * @throws UnreadableSource
   */
  async open(content: Buffer): Promise<FileHandle> {
    const left = this.#until - performance.now();
    if (left <= 0) throw new UnreadableSource('It takes too long to read.');
    const sha256 = content.toString('hex');
    if (this.#open?.sha256 === sha256) return this.#open.handle;
    await this.close();
    const form = identityOf(this.#forms.get(sha256));
    if (!form) throw new UnreadableSource('It is not kept any more.');
    const handle = await inTime(openForm(this.#context, form), left);
    this.#open = { sha256, handle };
    return handle;
  }

  async close(): Promise<void> {
    await this.#open?.handle.close();
    this.#open = null;
  }
}

/**
 * What is opened too late is closed: it goes on coming to the cache, where the next attempt finds it.
 * @throws UnreadableSource
 */
async function inTime(opening: Promise<FileHandle>, milliseconds: number): Promise<FileHandle> {
  const patience = new AbortController();
  const late = sleep(milliseconds, null, { signal: patience.signal });
  late.catch(() => {});
  try {
    const handle = await Promise.race([opening, late]);
    if (handle) return handle;
  } catch (cause) {
    throw new UnreadableSource('It cannot be opened.', { cause });
  } finally {
    patience.abort();
  }
  void opening.then((handle) => handle.close()).catch(() => {});
  throw new UnreadableSource('It takes too long to come.');
}
