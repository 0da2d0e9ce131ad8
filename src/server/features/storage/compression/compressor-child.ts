import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { Transform, Writable } from 'node:stream';
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
import type { FormEncoding } from '../../../platform/blobs/encodings.ts';
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
}

export type CompressionResult =
  | { size: number; storedSha256: string; cpuSeconds: number }
  | { error: string };

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

/** @throws Error where the file is not the one that the head of the delta will name */
async function readDictionary({ dictionary }: CompressionRequest): Promise<Buffer | undefined> {
  if (dictionary === null) return undefined;
  requireDictionaries();
  const bytes = await readFile(dictionary.path);
  if (createHash('sha256').update(bytes).digest('hex') === dictionary.sha256) return bytes;
  throw new Error(`${dictionary.path} is not ${dictionary.sha256}.`);
}

async function compress(request: CompressionRequest): Promise<CompressionResult> {
  const cpuBefore = process.cpuUsage();
  const dictionary = await readDictionary(request);
  const head = dictionary === undefined ? null : deltaHead(request);
  const stored = createHash('sha256');
  let size = 0;
  const meter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      stored.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  if (head !== null) meter.write(head);
  await pipeline(
    createReadStream(request.source),
    encoder(request, dictionary),
    meter,
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
    throw new Error(`The ${request.encoding} form of ${request.sha256} does not decode to it.`);
  const { user, system } = process.cpuUsage(cpuBefore);
  return { size, storedSha256: stored.digest('hex'), cpuSeconds: (user + system) / 1_000_000 };
}

// Whoever plays or publishes goes first.
setPriority(19);
// An orderly exit would wait for the block that is being compressed, while nobody waits for its result any more.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', async (request: CompressionRequest) => {
  const result = await compress(request).catch((error: unknown) => ({ error: String(error) }));
  process.send?.(result);
});
