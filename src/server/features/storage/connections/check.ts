import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#server/context.ts';
import { type BlobStore, BlobStoreError } from '#server/platform/blobs/blob-store.ts';
import { newId } from '#server/platform/ids.ts';
import { Outbound } from '#server/platform/outbound/outbound.ts';
import type { StorageTestStep } from '#shared/storage/storage.ts';
import { probePrefix } from '../keys.ts';
import { addressOf } from './address.ts';
import { claim, refuseForeignMark } from './mark.ts';
import { type Connection, openStore } from './open-store.ts';
import { problemSentence, TestProblem } from './words.ts';

export interface CheckResult {
  ok: boolean;
  /** A message for administrators. It contains no secret and reveals nothing about refused addresses. */
  problem: string | null;
  steps: { step: StorageTestStep; ok: boolean; ms: number }[];
}

/** A stored file according to the database. */
interface KnownFile {
  key: string;
  size: number;
}

const probeBytes = 4_096;
const part = { start: 1_000, end: 2_999 };

/** With all retries of a driver. */
const timeoutMs = 60_000;

/**
 * Writes a file, reads a part of it, lists and deletes it, with a new store. On success the storage gets the
 * configuration's mark.
 * @param known a file that must exist there
 */
export async function checkConnection(
  context: Pick<Context, 'config' | 'folders' | 'secretKey' | 'log'>,
  connection: Connection,
  known: readonly KnownFile[] = [],
): Promise<CheckResult> {
  const steps: CheckResult['steps'] = [];
  const late = new AbortController();
  const outbound = new Outbound({ allowed: context.config.storageHosts });
  let store: BlobStore | null = null;
  try {
    store = await openStore({ ...context, outbound }, connection);
    const tooLate = sleep(timeoutMs, null, { signal: late.signal, ref: false }).then(() => {
      throw new BlobStoreError('unreachable', new Error('The test took too long.'));
    });
    await Promise.race([tooLate, runSteps(store, connection.id, known, steps)]);
    return { ok: true, problem: null, steps };
  } catch (error) {
    if (steps.length === 0) steps.push({ step: 'write', ok: false, ms: 0 });
    const failed = steps.at(-1);
    if (failed) failed.ok = false;
    const problem = problemSentence(error, addressOf(connection));
    context.log.warn({ err: error, storageId: connection.id, problem }, 'a storage does not pass its test');
    return { ok: false, problem, steps };
  } finally {
    late.abort();
    // What still hangs there is let go of without waiting for it.
    void store?.close().catch(() => {});
    outbound.close();
  }
}

async function runSteps(
  store: BlobStore,
  id: string,
  known: readonly KnownFile[],
  steps: CheckResult['steps'],
): Promise<void> {
  const key = `${probePrefix}test-${newId()}`;
  const bytes = randomBytes(probeBytes);
  const step = async (name: StorageTestStep, work: () => Promise<void>) => {
    const began = performance.now();
    const entry = { step: name, ok: false, ms: 0 };
    steps.push(entry);
    try {
      await work();
      entry.ok = true;
    } finally {
      entry.ms = Math.round(performance.now() - began);
    }
  };
  await step('write', async () => {
    await refuseForeignMark(store, id);
    await store.put(key, bytes, bytes.length);
  });
  try {
    await step('read', () => readBack(store, key, bytes, known));
    await step('list', () => findInList(store, key));
  } catch (error) {
    await store.delete(key).catch(() => {});
    throw error;
  }
  await step('delete', async () => {
    await store.delete(key);
    if (await store.stat(key)) throw new TestProblem('The file is still there after it was deleted.');
    await claim(store, id);
  });
}

async function readBack(
  store: BlobStore,
  key: string,
  bytes: Buffer,
  known: readonly KnownFile[],
): Promise<void> {
  const read = await buffer(await store.get(key, part));
  if (!read.equals(bytes.subarray(part.start, part.end + 1)))
    throw new TestProblem('Other bytes came back than were written.');
  for (const file of known) {
    if ((await store.stat(file.key))?.size === file.size) continue;
    throw new TestProblem('The files that lie in this storage are not found there.');
  }
}

async function findInList(store: BlobStore, key: string): Promise<void> {
  for await (const found of store.list(key)) if (found === key) return;
  throw new TestProblem('The file that was just written is missing from the list of files.');
}
