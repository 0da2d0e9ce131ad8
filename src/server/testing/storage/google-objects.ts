import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { CRC32C } from '@google-cloud/storage';

/** The caller's metadata of an object to write. */
export interface ObjectWords {
  name: string;
  md5Hash?: string | undefined;
  crc32c?: string | undefined;
  contentType?: string | undefined;
  cacheControl?: string | undefined;
  contentDisposition?: string | undefined;
  contentEncoding?: string | undefined;
  contentLanguage?: string | undefined;
  metadata?: Record<string, string> | undefined;
}

export interface StoredObject extends ObjectWords {
  bucket: string;
  generation: string;
  size: number;
  md5Hash: string;
  crc32c: string;
  timeCreated: string;
  /** The path of its bytes on this machine. */
  path: string;
}

let lastGeneration = Date.now() * 1_000;

/** An unfinished object. Its bytes are on disk, not in the tests' memory. */
export class Draft {
  readonly bucket: string;
  readonly words: ObjectWords;
  size = 0;
  readonly #path: string;
  readonly #md5 = createHash('md5');
  readonly #crc = new CRC32C();
  #queue: Promise<void> = Promise.resolve();

  constructor(folder: string, bucket: string, words: ObjectWords) {
    this.bucket = bucket;
    this.words = words;
    lastGeneration += 1;
    this.#path = join(folder, `draft-${lastGeneration}`);
  }

  append(bytes: Buffer): Promise<void> {
    this.#queue = this.#queue.then(async () => {
      this.size += bytes.length;
      this.#md5.update(bytes);
      this.#crc.update(bytes);
      await appendFile(this.#path, bytes);
    });
    return this.#queue;
  }

  /** Null if the hashes differ from the announced ones: no object is created. */
  async finish(announced: {
    md5?: string | undefined;
    crc32c?: string | undefined;
  }): Promise<StoredObject | null> {
    await this.append(Buffer.alloc(0));
    const md5Hash = this.#md5.digest('base64');
    const crc32c = this.#crc.toString();
    const told = [
      [this.words.md5Hash, md5Hash],
      [announced.md5, md5Hash],
      [this.words.crc32c, crc32c],
      [announced.crc32c, crc32c],
    ];
    if (told.some(([one, other]) => one !== undefined && one !== other)) {
      await this.drop();
      return null;
    }
    const path = this.#path.replace('draft-', 'object-');
    await rename(this.#path, path);
    lastGeneration += 1;
    return {
      ...this.words,
      bucket: this.bucket,
      generation: String(lastGeneration),
      size: this.size,
      md5Hash,
      crc32c,
      timeCreated: new Date().toISOString(),
      path,
    };
  }

  async drop(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}

/** Buckets and their objects. */
export class ObjectRepository {
  readonly #folder: string;
  readonly #buckets = new Map<string, Map<string, StoredObject>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  addBucket(bucket: string): void {
    this.#buckets.set(bucket, this.#buckets.get(bucket) ?? new Map());
  }

  dropBucket(bucket: string): void {
    this.#buckets.delete(bucket);
  }

  bucket(bucket: string): Map<string, StoredObject> | undefined {
    return this.#buckets.get(bucket);
  }

  draft(bucket: string, words: ObjectWords): Draft {
    return new Draft(this.#folder, bucket, words);
  }

  async put(stored: StoredObject): Promise<void> {
    const bucket = this.#buckets.get(stored.bucket);
    const before = bucket?.get(stored.name);
    bucket?.set(stored.name, stored);
    if (before) await rm(before.path, { force: true });
  }

  async delete(stored: StoredObject): Promise<void> {
    this.#buckets.get(stored.bucket)?.delete(stored.name);
    await rm(stored.path, { force: true });
  }

  /** Changes the bytes and keeps their hashes, like a failing disk. */
  async spoil(bucket: string, name: string): Promise<void> {
    const stored = this.#buckets.get(bucket)?.get(name);
    if (stored) await writeFile(stored.path, Buffer.alloc(stored.size, '?'));
  }

  read(stored: StoredObject, range: { start: number; end: number } | null): Readable {
    return createReadStream(stored.path, range ?? {});
  }
}
