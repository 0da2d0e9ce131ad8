import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '#server/context.ts';
import type { DeltaEncoding } from '#server/platform/blobs/encodings.ts';
import { type BlobForm, findForms, identityOf } from '../read.ts';
import { addForm } from './add-form.ts';
import { startCompressor } from './compressor.ts';
import { deltaEncodingFor } from './delta-codec.ts';
import { findAttempt, insertAttempt, worthwhileShare } from './delta-store.ts';
import type { JobStores } from './job-stores.ts';
import { bytesToCopy, localCopy } from './local-copy.ts';
import { withDiskSpace } from './with-disk-space.ts';
import { addWork } from './work-store.ts';

/** Two contents, hexadecimal: clients with `dictionary` get `sha256` as a delta. */
export interface DeltaPair {
  sha256: string;
  dictionary: string;
}

/**
 * Adds a delta to a blob (RFC 9842). It is stored only after it was decoded and compared, and only if it is clearly
 * smaller than the whole forms. Attempts are recorded. Each delta has its own child process, because the largest need
 * a gigabyte of memory that only its exit frees.
 * @param signal kills the child
 * @throws NoDiskSpaceError
 */
export async function makeDelta(
  context: Context,
  places: JobStores,
  pair: DeltaPair,
  signal: AbortSignal,
): Promise<void> {
  const hashes = hashesOf(pair);
  const found = await findForms(context, [hashes.sha256, hashes.dictionary]);
  const forms = found.get(pair.sha256) ?? [];
  if (forms.some((form) => form.dictionary === pair.dictionary)) return;
  if ((await findAttempt(context.db, hashes))?.kept === false) return;
  const source = identityOf(forms);
  const dictionary = identityOf(found.get(pair.dictionary) ?? []);
  // One of them was deleted since.
  if (!source || !dictionary) return;
  const encoding = deltaEncodingFor(source.size, dictionary.size);
  if (encoding === null) return;
  const maxBytes = Math.floor(worthwhileShare * smallestWhole(forms));
  const copies = (await bytesToCopy(places, source)) + (await bytesToCopy(places, dictionary));
  const plan = { pair, encoding, source, dictionary, maxBytes };
  await withDiskSpace(context, places, copies + maxBytes, () =>
    makePlannedDelta(context, places, plan, signal),
  );
}

interface Plan {
  pair: DeltaPair;
  encoding: DeltaEncoding;
  source: BlobForm;
  dictionary: BlobForm;
  /** A larger one is not worth keeping. */
  maxBytes: number;
}

async function makePlannedDelta(
  context: Context,
  places: JobStores,
  { pair, encoding, source, dictionary, maxBytes }: Plan,
  signal: AbortSignal,
): Promise<void> {
  // To work for a place that does not answer is work for nothing.
  await places.requireActive();
  const folder = await mkdtemp(join(context.folders.staging, 'delta-'));
  const compressor = startCompressor(signal);
  try {
    const output = join(folder, encoding);
    const { cpuSeconds, made } = await compressor.compress({
      encoding,
      source: await localCopy(places, source, join(folder, 'source')),
      output,
      size: source.size,
      sha256: pair.sha256,
      dictionary: {
        path: await localCopy(places, dictionary, join(folder, 'dictionary')),
        sha256: pair.dictionary,
      },
      maxBytes,
    });
    const kept =
      made !== null && (await addForm(context, places, { ...pair, encoding, path: output, ...made }));
    const hashes = hashesOf(pair);
    const now = context.clock.now();
    await insertAttempt(context.db, { ...hashes, kept, cpu_seconds: cpuSeconds }, now);
    await addWork(context.db, 'deltas', { cpuSeconds, kept }, now);
  } finally {
    await compressor.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function hashesOf({ sha256, dictionary }: DeltaPair): { sha256: Buffer; dictionary: Buffer } {
  return { sha256: Buffer.from(sha256, 'hex'), dictionary: Buffer.from(dictionary, 'hex') };
}

function smallestWhole(forms: readonly BlobForm[]): number {
  return Math.min(...forms.filter(({ dictionary }) => dictionary === null).map(({ size }) => size));
}
