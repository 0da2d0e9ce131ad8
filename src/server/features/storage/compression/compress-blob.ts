import { mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '#server/context.ts';
import { type SessionLock, SessionLocks } from '#server/platform/db/session-locks.ts';
import type { ContentEncoding } from '#shared/versions/versions.ts';
import { type BlobForm, findForms, identityOf } from '../read.ts';
import { type CompressionState, findBlob, setCompression } from '../store.ts';
import { addForm } from './add-form.ts';
import { isCompressedMedia, sniffBytes } from './compressed-media.ts';
import type { Compressor } from './compressor.ts';
import type { JobStores } from './job-stores.ts';
import { bytesToCopy, localCopy } from './local-copy.ts';
import { dropFulfilledRequests } from './request-store.ts';
import { withDiskSpace } from './with-disk-space.ts';
import { addWork } from './work-store.ts';

export type Effort = Exclude<CompressionState, 'none'>;

/**
 * Adds the forms of one effort to a blob: `quick` gzip 9 and zstd 12, `best` brotli 11. A form is stored only if it
 * is clearly smaller than the alternatives of its readers, and after it was decoded and compared; uploaded forms are
 * replaced by the same rule. Attempts are recorded, so that nothing is compressed twice, and a lock keeps servers
 * apart.
 * @throws NoDiskSpaceError
 */
export async function compressBlob(
  context: Context,
  tools: Tools,
  sha256: string,
  effort: Effort,
): Promise<void> {
  const lock = await lockCompression(context, sha256);
  if (!lock) return;
  try {
    await compressLocked(context, tools, sha256, effort);
  } finally {
    await lock.release();
  }
}

/** Null while another server compresses that blob. */
export function lockCompression(
  { pool, log }: Pick<Context, 'pool' | 'log'>,
  sha256: string,
): Promise<SessionLock | null> {
  const locks = new SessionLocks(pool, (error) => log.warn({ err: error }, 'compression lock lost'));
  return locks.tryLock(`compress ${sha256}`);
}

async function compressLocked(context: Context, tools: Tools, sha256: string, effort: Effort): Promise<void> {
  const blob = await findBlob(context.db, Buffer.from(sha256, 'hex'));
  if (!blob || blob.compression === effort || blob.compression === 'best') return;
  const forms = await listForms(context, sha256);
  const identity = identityOf(forms);
  if (!identity) return;
  const quick = blob.compression === 'none' ? quickEncodings : [];
  const encodings = effort === 'best' ? [...quick, 'br' as const] : quick;
  // Disk space for all of them: otherwise each attempt would make the first again and fail at the last.
  const made = encodings.reduce((sum, encoding) => sum + worthwhileBytes(encoding, forms), 0);
  const bytes = made + (await bytesToCopy(tools.places, identity));
  await withDiskSpace(context, tools.places, bytes, async () => {
    const folder = await mkdtemp(join(context.folders.staging, 'compress-'));
    try {
      await addForms(context, tools, { sha256, encodings, folder, identity });
      await setCompression(context.db, blob.sha256, effort);
      await dropFulfilledRequests(context.db, [blob.sha256]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** The services of one job. */
interface Tools {
  compressor: Compressor;
  places: JobStores;
}

const quickEncodings = ['gzip', 'zstd'] as const;

interface Task {
  sha256: string;
  encodings: readonly Exclude<ContentEncoding, 'identity'>[];
  folder: string;
  identity: BlobForm;
}

async function addForms(context: Context, { compressor, places }: Tools, task: Task): Promise<void> {
  const { identity, folder } = task;
  // To compress for a place that does not answer is work for nothing.
  await places.requireActive();
  const source = await localCopy(places, identity, join(folder, 'identity'));
  if (isCompressedMedia(await firstBytes(source))) return;
  for (const encoding of task.encodings) {
    const forms = await listForms(context, task.sha256);
    if (!isWorthTrying(encoding, forms, identity.size)) continue;
    const output = join(folder, encoding);
    const { cpuSeconds, made } = await compressor.compress({
      encoding,
      source,
      output,
      size: identity.size,
      sha256: task.sha256,
      dictionary: null,
      maxBytes: worthwhileBytes(encoding, forms),
    });
    const kept = made !== null;
    if (kept)
      await addForm(context, places, {
        sha256: task.sha256,
        encoding,
        dictionary: null,
        path: output,
        ...made,
      });
    else await rm(output, { force: true });
    await addWork(context.db, 'forms', { cpuSeconds, kept }, context.clock.now());
  }
}

function isWorthTrying(
  encoding: Task['encodings'][number],
  forms: readonly BlobForm[],
  plainBytes: number,
): boolean {
  // Browsers that decode zstd also decode brotli, which is nearly always smaller.
  if (encoding === 'zstd') return forms.every((form) => form.encoding !== 'br');
  // What nothing else could make smaller is not worth 1.6 seconds a megabyte.
  return (
    encoding === 'gzip' || forms.some((form) => form.dictionary === null && form.size < 0.98 * plainBytes)
  );
}

/** What those who read an encoding would get without it: a browser that reads zstd reads all the others too. */
const rivals: Record<Task['encodings'][number], readonly ContentEncoding[]> = {
  gzip: ['identity', 'gzip'],
  br: ['identity', 'gzip', 'br'],
  zstd: ['identity', 'gzip', 'br', 'zstd'],
};

/** The most that a form may take to be clearly smaller. */
function worthwhileBytes(encoding: Task['encodings'][number], forms: readonly BlobForm[]): number {
  const others = forms.filter((form) => rivals[encoding].some((rival) => rival === form.encoding));
  return Math.max(0, Math.ceil(0.98 * Math.min(...others.map((form) => form.size)) - 16) - 1);
}

async function listForms(context: Context, sha256: string): Promise<BlobForm[]> {
  return (await findForms(context, [Buffer.from(sha256, 'hex')])).get(sha256) ?? [];
}

async function firstBytes(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sniffBytes), 0, sniffBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
