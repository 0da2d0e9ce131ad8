import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { hostileArchives } from '#fixtures/hostile.ts';
import { inParallel } from '#server/platform/processes/parallel.ts';
import { type EventLoopReport, watchEventLoop } from '#server/testing/measures/event-loop.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { ingestBuild } from './ingest.ts';

/** What became of an upload: the paths that would be served, or why it was refused. */
type Outcome = { paths: string[] } | { reason: string };

const outcomes = new Map<object, Outcome>();
/** On a busy machine the time of the process that reads an upload says nothing. */
const limits = { maxCpuSeconds: 15 };
let loop: EventLoopReport;
let left: string[];

/** All are read first, two at once as on a server, since each waits for a process of its own. */
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
  '%s: an upload with %s ends as it must',
  (_threat, _what, archive) => {
    const found = outcomes.get(archive);
    if ('refused' in archive.outcome)
      expect(found).toEqual({ reason: expect.stringMatching(archive.outcome.refused) });
    else expect(found).toEqual({ paths: [...archive.outcome.published].sort() });
  },
);

test('none of them leaves a file behind', () => {
  expect(left).toEqual(['staging']);
});

test('none of them keeps the server from its other work for 200 ms', () => {
  expect(loop.longestBusyMs).toBeLessThan(200);
});
