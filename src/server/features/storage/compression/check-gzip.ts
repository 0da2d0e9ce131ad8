import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { announce } from '#server/platform/db/changes.ts';
import { isDecompressionError } from '#server/platform/decompression/decompression-error.ts';
import { inflateOnlyMember } from '#server/platform/decompression/only-member.ts';
import { type BlobForm, findForms } from '../read.ts';
import { lockCompression } from './compress-blob.ts';
import { deleteCheck, deleteGzipForm, listChecks } from './gzip-check-store.ts';
import { JobStores } from './job-stores.ts';
import { localCopy } from './local-copy.ts';
import { addCompressionRequests } from './request-store.ts';

type Services = Pick<Context, 'db' | 'pool' | 'stores' | 'folders' | 'clock' | 'log'>;

const pageBlobs = 100;
/** The rest is for the next run. */
const shiftMs = 9 * 60_000;

export function registerGzipChecks(context: Context): void {
  context.jobs.register({
    name: 'storage.check-gzip',
    concurrency: 1,
    retryLimit: 2,
    schedule: '*/10 * * * *',
    run: (_data, signal) => checkGzipForms(context, signal),
  });
}

/**
 * Checks older gzip forms, until their list (`gzip_checks`) is empty. A form that browsers decode differently is
 * removed, and its blob is compressed again. Forms in unavailable storage stay on the list.
 */
export async function checkGzipForms(context: Services, signal: AbortSignal): Promise<void> {
  const folder = await mkdtemp(join(context.folders.staging, 'check-'));
  try {
    const failures = await checkAll(context, folder, signal);
    if (failures.length > 0)
      context.log.warn({ err: failures[0], count: failures.length }, 'gzip forms cannot be checked now');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns why some were left out */
async function checkAll(context: Services, folder: string, signal: AbortSignal): Promise<unknown[]> {
  const endsAt = performance.now() + shiftMs;
  const tools = { places: new JobStores(context), copyPath: join(folder, 'gzip') };
  const failures: unknown[] = [];
  let after: Buffer = Buffer.alloc(0);
  while (performance.now() < endsAt) {
    const page = await listChecks(context.db, after, pageBlobs);
    const last = page.at(-1);
    if (!last) break;
    after = last;
    const forms = await findForms(context, page);
    for (const sha256 of page) {
      signal.throwIfAborted();
      const form = forms.get(sha256.toString('hex'))?.find(({ encoding }) => encoding === 'gzip');
      try {
        if (!form || (await decodesCompletely(tools, sha256, form))) await deleteCheck(context.db, sha256);
        else await removeForm(context, sha256, form);
      } catch (error) {
        failures.push(error);
      }
    }
  }
  return failures;
}

interface Tools {
  places: JobStores;
  /** Where forms of remote storage are copied to. */
  copyPath: string;
}

/** Whether all decoders read the blob's content from it. */
async function decodesCompletely(
  { places, copyPath }: Tools,
  sha256: Buffer,
  form: BlobForm,
): Promise<boolean> {
  const content = createHash('sha256');
  const path = await localCopy(places, form, copyPath);
  try {
    const alone = await inflateOnlyMember({ path, size: form.size }, (piece) => void content.update(piece));
    return alone && content.digest().equals(sha256);
  } catch (error) {
    if (isDecompressionError(error)) return false;
    throw error;
  }
}

/** Skipped while the blob is being compressed, which reads its forms. */
async function removeForm(context: Services, sha256: Buffer, form: BlobForm): Promise<void> {
  const id = sha256.toString('hex');
  const lock = await lockCompression(context, id);
  if (!lock) return;
  try {
    await context.db.transaction().execute(async (trx) => {
      await deleteGzipForm(trx, sha256, form.storedSha256);
      await addCompressionRequests(trx, [sha256], context.clock.now());
      await announce<Tables>(trx, { kind: 'blob', id });
    });
    context.log.warn({ blob: form.key }, 'browsers would have read something else of this gzip form');
  } finally {
    await lock.release();
  }
}
