import { randomBytes } from 'node:crypto';
import type { Transform } from 'node:stream';
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createBrotliDecompress,
  createZstdCompress,
  createZstdDecompress,
} from 'node:zlib';
import type { DeltaEncoding } from '#server/platform/blobs/encodings.ts';

declare module 'node:zlib' {
  /** Node has it since 24.6; its types do not yet. */
  interface BrotliOptions {
    dictionary?: NodeJS.ArrayBufferView | undefined;
  }
}

/** The header of each encoding, before the hash of its dictionary (RFC 9842, 4 and 5). */
const magic = {
  dcb: Buffer.from('ff444342', 'hex'),
  // A frame that every zstd decoder skips, of 32 bytes.
  dcz: Buffer.from('5e2a4d1820000000', 'hex'),
};

/** The bytes that stand before the brotli or zstd stream: they name its dictionary. */
export function deltaHead(request: { encoding: string; dictionary: { sha256: string } | null }): Buffer {
  const { encoding, dictionary } = request;
  if ((encoding !== 'dcb' && encoding !== 'dcz') || dictionary === null)
    throw new Error(`${encoding} is read without a dictionary.`);
  return Buffer.concat([magic[encoding], Buffer.from(dictionary.sha256, 'hex')]);
}

/** Quality 9 takes twice as long and gains at most 3 %. */
const brotliQuality = 5;
/** zstd's default tables are too small for large windows: they miss most matches. */
const zstdLevel = 9;
const mostHashBits = 26;

/**
 * Neither format reaches further than its window: brotli 64 MB back, zstd 128 MB.
 * @param size bytes of the content
 */
export function deltaEncoder(
  encoding: DeltaEncoding,
  size: number,
  dictionary: Buffer | undefined,
): Transform {
  if (encoding === 'dcb') {
    return createBrotliCompress({
      dictionary,
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_LGWIN]: 24,
        [constants.BROTLI_PARAM_SIZE_HINT]: size,
      },
    });
  }
  const reach = Math.ceil(Math.log2((dictionary?.length ?? 0) + size + 1));
  const hashBits = Math.min(mostHashBits, reach - 1);
  return createZstdCompress({
    dictionary,
    pledgedSrcSize: size,
    params: {
      [constants.ZSTD_c_compressionLevel]: zstdLevel,
      // With the size declared the frame is one segment, whose window is its size: at most 1.25 × the dictionary or 8 MB
      // is what a browser takes (RFC 9842, 5), which `deltaEncodingFor` sees to.
      [constants.ZSTD_c_windowLog]: Math.min(27, reach),
      [constants.ZSTD_c_strategy]: constants.ZSTD_lazy2,
      [constants.ZSTD_c_hashLog]: hashBits,
      [constants.ZSTD_c_chainLog]: hashBits + 1,
      [constants.ZSTD_c_searchLog]: 4,
    },
  });
}

export function deltaDecoder(encoding: DeltaEncoding, dictionary: Buffer | undefined): Transform {
  if (encoding === 'dcb') return createBrotliDecompress({ dictionary });
  return createZstdDecompress({ dictionary, params: { [constants.ZSTD_d_windowLogMax]: 27 } });
}

/**
 * Older versions of Node ignore the option, and browsers cannot decode the result.
 * @throws Error
 */
export function requireDictionaries(): void {
  const content = randomBytes(256);
  const packed = brotliCompressSync(content, { dictionary: content });
  if (packed.length >= content.length / 2)
    throw new Error(`Node ${process.versions.node} does not support Brotli dictionaries; 24.6 and later do.`);
}

const maxBrotliDictionary = 64 * 1_048_576;
const smallWindow = 8 * 1_048_576;

/**
 * The delta encoding for two contents; null if browsers support none for these sizes.
 * @param size bytes of the later content
 */
export function deltaEncodingFor(size: number, dictionarySize: number): DeltaEncoding | null {
  if (dictionarySize <= maxBrotliDictionary) return 'dcb';
  return size <= Math.max(smallWindow, 1.25 * dictionarySize) ? 'dcz' : null;
}
