import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  constants,
  createBrotliCompress,
  createBrotliDecompress,
  createGunzip,
  createGzip,
  createZstdCompress,
  createZstdDecompress,
} from 'node:zlib';
import type { FormEncoding } from '#server/platform/blobs/encodings.ts';
import { requireReserve } from '#server/platform/files/disk.ts';
import { deltaDecoder, deltaEncoder, deltaHead, requireDictionaries } from './delta-codec.ts';

export interface CompressionRequest {
  encoding: Exclude<FormEncoding, 'identity'>;
  /** Absolute paths. */
  source: string;
  output: string;
  /** Bytes of the source, and its sha256 in hexadecimal. */
  size: number;
  sha256: string;
  /** What a delta is made against: absolute path, and sha256 in hexadecimal. Null for all other encodings. */
  dictionary: { path: string; sha256: string } | null;
  /** The maximum size of the result. A larger one is useless and aborted. */
  maxBytes: number;
}

export interface Compression {
  /** Null for an oversized result; its partial file remains. */
  made: { size: number; storedSha256: string } | null;
  cpuSeconds: number;
}

/** With the system's error code, if any. */
export type CompressionResult = Compression | { error: string; code: string | null };

class TooLargeError extends Error {}

function encoder({ encoding, size }: CompressionRequest, dictionary: Buffer | undefined): Transform {
  if (encoding === 'dcb' || encoding === 'dcz') return deltaEncoder(encoding, size, dictionary);
  if (encoding === 'gzip') return createGzip({ level: 9 });
  if (encoding === 'zstd') {
    return createZstdCompress({
      pledgedSrcSize: size,
      params: {
        [constants.ZSTD_c_compressionLevel]: 12,
        // Browsers refuse windows over 8 MB (RFC 9659).
        [constants.ZSTD_c_windowLog]: Math.min(23, windowBits(size)),
      },
    });
  }
  return createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: Math.min(24, windowBits(size)),
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
    },
  });
}

/** The smallest window that spans the whole source, within what both formats allow. */
function windowBits(size: number): number {
  return Math.max(16, Math.ceil(Math.log2(size + 1)));
}

function decoder(encoding: CompressionRequest['encoding'], dictionary: Buffer | undefined): Transform {
  if (encoding === 'gzip') return createGunzip();
  if (encoding === 'br') return createBrotliDecompress();
  if (encoding === 'zstd') return createZstdDecompress();
  return deltaDecoder(encoding, dictionary);
}

/** @throws Error if the file does not match the hash in the delta's header */
async function readDictionary({ dictionary }: CompressionRequest): Promise<Buffer | undefined> {
  if (dictionary === null) return undefined;
  requireDictionaries();
  const bytes = await readFile(dictionary.path);
  if (createHash('sha256').update(bytes).digest('hex') === dictionary.sha256) return bytes;
  throw new Error(`${dictionary.path} is not ${dictionary.sha256}.`);
}

async function compress(request: CompressionRequest): Promise<Compression> {
  const cpuBefore = process.cpuUsage();
  const made = await make(request).catch((error: unknown) => {
    if (error instanceof TooLargeError) return null;
    throw error;
  });
  const { user, system } = process.cpuUsage(cpuBefore);
  return { made, cpuSeconds: (user + system) / 1_000_000 };
}

/** @throws Error with the code ENOSPC if the disk is nearly full */
async function make(request: CompressionRequest): Promise<{ size: number; storedSha256: string }> {
  const dictionary = await readDictionary(request);
  const head = dictionary === undefined ? null : deltaHead(request);
  const stored = createHash('sha256');
  let size = 0;
  const count = (piece: Buffer) => {
    stored.update(piece);
    size += piece.length;
    if (size > request.maxBytes) throw new TooLargeError();
    requireReserve(dirname(request.output));
    return piece;
  };
  await pipeline(
    createReadStream(request.source),
    encoder(request, dictionary),
    async function* (pieces: AsyncIterable<Buffer>) {
      if (head !== null) yield count(head);
      for await (const piece of pieces) yield count(piece);
    },
    createWriteStream(request.output, { flags: 'wx' }),
  );
  const decoded = createHash('sha256');
  const check = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      decoded.update(chunk);
      done();
    },
  });
  await pipeline(
    createReadStream(request.output, { start: head?.length ?? 0 }),
    decoder(request.encoding, dictionary),
    check,
  );
  if (decoded.digest('hex') !== request.sha256)
    throw new Error(`The ${request.encoding} form of ${request.sha256} does not decompress to the original.`);
  return { size, storedSha256: stored.digest('hex') };
}

// A normal exit would wait for the current block, whose result is not needed any more.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', async (request: CompressionRequest) => {
  const result: CompressionResult = await compress(request).catch((error: NodeJS.ErrnoException) => ({
    error: String(error),
    code: error.code ?? null,
  }));
  process.send?.(result);
});
