import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { somethingWaits } from '#server/testing/measures/waiting.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { putBlobs } from '../put-blobs.ts';
import { insertEncodings, listEncodings, lockBlobs, noDictionary } from '../store.ts';
import { stage } from '../testing.ts';
import { compressBlobs } from './compress.ts';
import { makeDelta } from './delta-blob.ts';
import { dropLargeDeltas, findAttempt } from './delta-store.ts';
import { JobStores } from './job-stores.ts';
import { formsOf, keep } from './testing.ts';

let server: TestServer;
let context: TestServer['context'];
beforeAll(async () => {
  server = await startServer();
  context = server.context;
});
afterAll(() => server.close());

const never = new AbortController().signal;

/** Kept content that brotli alone makes as small as a dictionary does, which is a part of it. */
async function pairOf() {
  const part = randomBytes(40_000);
  const content = Buffer.concat([part, part, part, part]);
  const dictionary = Buffer.concat([part.subarray(0, 10_000), randomBytes(60_000)]);
  return {
    content,
    pair: { sha256: await keep(context, content), dictionary: await keep(context, dictionary) },
  };
}

const hashesOf = (pair: { sha256: string; dictionary: string }) => ({
  sha256: Buffer.from(pair.sha256, 'hex'),
  dictionary: Buffer.from(pair.dictionary, 'hex'),
});

/** Where something happens between the making of a delta and its being put there. */
class PlacesWithPause extends JobStores {
  readonly #pause: () => Promise<void>;

  constructor(pause: () => Promise<void>) {
    super(context);
    this.#pause = pause;
  }

  override async tracking<Result>(storageId: string, work: () => Promise<Result>): Promise<Result> {
    if (await isMade()) await this.#pause();
    return super.tracking(storageId, work);
  }
}

async function isMade(): Promise<boolean> {
  const { staging } = context.folders;
  for (const folder of await readdir(staging)) {
    if (folder.startsWith('delta-') && (await readdir(join(staging, folder))).includes('dcb')) return true;
  }
  return false;
}

test('a delta is kept if it is much smaller than each whole form', async () => {
  const { content, pair } = await pairOf();
  await makeDelta(context, new JobStores(context), pair, never);
  expect([...(await formsOf(context, content)).keys()].toSorted()).toEqual(['dcb', 'identity']);
  expect(await findAttempt(context.db, hashesOf(pair))).toEqual({ kept: true });
});

test('a blob that got a smaller form meanwhile has no delta and no further attempt', async () => {
  const { content, pair } = await pairOf();
  const places = new PlacesWithPause(() => compressBlobs(context, 'best', [pair.sha256], never));
  await makeDelta(context, places, pair, never);
  const forms = await formsOf(context, content);
  expect([forms.has('br'), forms.has('dcb')]).toEqual([true, false]);
  expect(await findAttempt(context.db, hashesOf(pair))).toEqual({ kept: false });
});

test('nor does one that gets it at the same moment', async () => {
  const { content, pair } = await pairOf();
  const { sha256: hash } = hashesOf(pair);
  const [commit, inserted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const another = async () => {
    const [identity] = await listEncodings(context.db, [hash]);
    if (!identity) throw new Error('It is kept.');
    await context.db.transaction().execute(async (trx) => {
      await lockBlobs(trx, [hash]);
      const row = { ...identity, encoding: 'br' as const, dictionary: noDictionary, size: 40_000 };
      await insertEncodings(trx, [row], context.clock.now());
      await dropLargeDeltas(trx, [hash]);
      inserted.resolve();
      await commit.promise;
    });
  };
  let adding: Promise<void> | undefined;
  const making = makeDelta(
    context,
    new PlacesWithPause(async () => {
      adding ??= another();
      await Promise.race([inserted.promise, adding]);
    }),
    pair,
    never,
  );
  await somethingWaits(context.db);
  commit.resolve();
  await Promise.all([making, adding]);
  expect((await formsOf(context, content)).has('dcb')).toBe(false);
  expect(await findAttempt(context.db, hashesOf(pair))).toEqual({ kept: false });
});

test('a smaller uploaded form replaces a delta as well', async () => {
  const { content, pair } = await pairOf();
  await makeDelta(context, new JobStores(context), pair, never);
  await putBlobs(context, [await stage(context, content, ['identity', 'br'])]);
  expect([...(await formsOf(context, content)).keys()].toSorted()).toEqual(['br', 'identity']);
});
