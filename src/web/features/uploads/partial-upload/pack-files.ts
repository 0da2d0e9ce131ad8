import { zipMethods } from '#shared/files/zip-headers.ts';
import { isFolder, type Picked } from '../picked-files.ts';
import type { ListedFile, PackedBytes } from './file-types.ts';

/** Incompressible samples are treated as already compressed. */
const sampleBytes = 128 * 1_024;
const worthwhile = 0.95;

/**
 * The bytes of files to send: for a zip as stored, for a folder deflated if that makes them smaller.
 * @param missing indexes in the list
 * @param onProgress called with the number of finished files
 */
export async function packFiles(
  picked: Picked,
  listed: readonly ListedFile[],
  missing: readonly number[],
  onProgress: (done: number, total: number) => void,
): Promise<PackedBytes[]> {
  const packed: PackedBytes[] = [];
  for (const index of missing) {
    packed.push(await packFile(picked, listed, index));
    onProgress(packed.length, missing.length);
  }
  return packed;
}

async function packFile(picked: Picked, listed: readonly ListedFile[], index: number): Promise<PackedBytes> {
  if (!isFolder(picked)) {
    const packed = listed[index]?.packed;
    if (!packed) throw new Error('This file is not in the zip.');
    return { method: packed.method, bytes: picked.slice(packed.start, packed.start + packed.size) };
  }
  const file = picked.files[index]?.file;
  if (!file) throw new Error('This file is not in the folder.');
  const sample = file.slice(0, sampleBytes);
  const isWorthIt = sample.size > 0 && (await deflated(sample)).size < sample.size * worthwhile;
  const bytes = isWorthIt ? await deflated(file) : file;
  return bytes.size < file.size * worthwhile
    ? { method: zipMethods.deflate, bytes }
    : { method: zipMethods.stored, bytes: file };
}

/** The browser stores large blobs on disk. */
function deflated(bytes: Blob): Promise<Blob> {
  return new Response(bytes.stream().pipeThrough(new CompressionStream('deflate-raw'))).blob();
}
