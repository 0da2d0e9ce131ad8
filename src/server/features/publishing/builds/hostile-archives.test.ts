import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { hostileArchives } from '#fixtures/hostile.ts';
import { inParallel } from '#server/platform/processes/parallel.ts';
import { type EventLoopReport, watchEventLoop } from '#server/testing/measures/event-loop.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { ingestBuild } from './ingest.ts';

/** The outcome of an upload: the served paths, or the reason of the refusal. */
type Outcome = { paths: string[] } | { reason: string };

const outcomes = new Map<object, Outcome>();
/** On a busy machine the elapsed time of the process proves nothing. */
const limits = { maxCpuSeconds: 15 };
let loop: EventLoopReport;
let left: string[];

/** All are read first, two at a time as on a server, since each waits for its own process. */
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flux-hostile-'));
  const stagingFolder = join(folder, 'staging');
  await mkdir(stagingFolder);
  const uploads = [...hostileArchives.entries()].map(([at, archive]) => ({
    archive,
    path: join(folder, `upload-${at}`),
  }));
  await inParallel(uploads, 4, async ({ archive, path }) => writeFile(path, archive.make()));
  const watch = watchEventLoop();
  await inParallel(uploads, 2, async ({ archive, path }) => {
    outcomes.set(archive, await ingest(path, archive.fileName ?? 'game.zip', stagingFolder));
    await rm(path);
  });
  loop = watch.stop();
  left = await readdir(folder, { recursive: true });
  await rm(folder, { recursive: true });
});

async function ingest(path: string, fileName: string, stagingFolder: string): Promise<Outcome> {
  try {
    const ingested = await ingestBuild({ path, fileName, stagingFolder, limits });
    await ingested.discard();
    return { paths: ingested.files.map((file) => file.path).sort() };
  } catch (error) {
    if (!(error instanceof FluxError) || error.code !== 'build_refused') throw error;
    return { reason: [error.message, ...(error.details ?? [])].join('\n') };
  }
}

test.each(hostileArchives.map((archive) => [archive.threat, archive.what, archive] as const))(
  '%s: an upload with %s has the expected outcome',
  (_threat, _what, archive) => {
    const found = outcomes.get(archive);
    if ('refused' in archive.outcome)
      expect(found).toEqual({ reason: expect.stringMatching(archive.outcome.refused) });
    else expect(found).toEqual({ paths: [...archive.outcome.published].sort() });
  },
);

test('none leaves a file', () => {
  expect(left).toEqual(['staging']);
});

test('none blocks the server for 200 ms', () => {
  expect(loop.longestBusyMs).toBeLessThan(200);
});
