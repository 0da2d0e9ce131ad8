import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
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

export interface CompressionRequest {
  encoding: 'gzip' | 'zstd' | 'br';
  /** Absolute paths. */
  source: string;
  output: string;
  /** Bytes of the source, and its sha256 in hexadecimal. */
  size: number;
  sha256: string;
}

export type CompressionResult = { size: number; storedSha256: string } | { error: string };

function encoder({ encoding, size }: CompressionRequest): Transform {
  if (encoding === 'gzip') return createGzip({ level: 6 });
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

function decoder(encoding: CompressionRequest['encoding']): Transform {
  if (encoding === 'gzip') return createGunzip();
  return encoding === 'zstd' ? createZstdDecompress() : createBrotliDecompress();
}

async function compress(request: CompressionRequest): Promise<CompressionResult> {
  const stored = createHash('sha256');
  let size = 0;
  const meter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      stored.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(
    createReadStream(request.source),
    encoder(request),
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
  await pipeline(createReadStream(request.output), decoder(request.encoding), check);
  if (decoded.digest('hex') !== request.sha256)
    throw new Error(`The ${request.encoding} form of ${request.sha256} does not decode to it.`);
  return { size, storedSha256: stored.digest('hex') };
}

// Whoever plays or publishes goes first.
setPriority(19);
process.on('disconnect', () => process.exit());
process.on('message', async (request: CompressionRequest) => {
  const result = await compress(request).catch((error: unknown) => ({ error: String(error) }));
  process.send?.(result);
});
