import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ingestBuild } from '#server/features/publishing/builds/ingest.ts';
import { inParallel } from '#server/platform/processes/parallel.ts';
import { type EventLoopReport, watchEventLoop } from '#server/testing/measures/event-loop.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { Random } from '../random.ts';
import type { ReadAnswer, Refusal } from './messages.ts';
import { mutate } from './mutate.ts';
import { compareWith, peers } from './peers.ts';
import { Reader } from './reader.ts';
import { seedArchives } from './seeds.ts';

export interface MutationOptions {
  count: number;
  seed: number;
  /** One archive in this many is also read by the product's own child process. */
  ingestEvery: number;
  /** Archives read at once. */
  lanes: number;
  /**
   * An event loop delay of this length is a finding. Other load on the machine also causes delays. If
   * omitted, delays are only reported.
   */
  gapBelowMs?: number;
  onProgress?: (done: number) => void;
}

export interface MutationReport {
  count: number;
  accepted: number;
  refused: number;
  /** Number of archives that were also read by the product's child process. */
  ingested: number;
  /** Counts by refusal reason. */
  reasons: Map<string, number>;
  /** Findings, one line each, with the number of the archive. */
  findings: string[];
  loop: EventLoopReport;
  seconds: number;
}

interface Run extends MutationReport {
  options: MutationOptions;
  seeds: readonly Buffer[];
  random: Random;
  folder: string;
}

/** Reads mutated archives and checks each outcome against the trust model. */
export async function runMutations(options: MutationOptions): Promise<MutationReport> {
  const run: Run = {
    options,
    count: options.count,
    accepted: 0,
    refused: 0,
    ingested: 0,
    reasons: new Map(),
    findings: [],
    loop: { longestBusyMs: 0, longestGapMs: 0 },
    seconds: 0,
    seeds: await seedArchives(),
    random: new Random(options.seed),
    folder: await mkdtemp(join(tmpdir(), 'flux-mutants-')),
  };
  const startedAt = performance.now();
  const watch = watchEventLoop();
  try {
    await readAll(run);
    const left = await readdir(run.folder);
    if (left.length > 0) run.findings.push(`left on disk: ${left.join(', ')}`);
  } finally {
    run.loop = watch.stop();
    judgeLoop(run);
    run.seconds = (performance.now() - startedAt) / 1000;
    await rm(run.folder, { recursive: true });
  }
  return run;
}

function judgeLoop({ loop, findings, options }: Run): void {
  const { gapBelowMs = Number.POSITIVE_INFINITY } = options;
  if (loop.longestGapMs < gapBelowMs) return;
  const [gap, busy] = [loop.longestGapMs.toFixed(0), loop.longestBusyMs.toFixed(0)];
  findings.push(
    `the event loop had a gap of ${gap} ms, not below ${gapBelowMs}; it computed ${busy} ms at most without a turn`,
  );
}

async function readAll(run: Run): Promise<void> {
  const { count, lanes } = run.options;
  let done = 0;
  const numbers = Array.from({ length: count }, (_, index) => index).values();
  await inParallel([...Array(lanes).keys()], lanes, async () => {
    const reader = new Reader(run.folder);
    try {
      for (const index of numbers) {
        await readMutant(run, reader, index);
        done += 1;
        if (done % 500 === 0) run.options.onProgress?.(done);
      }
    } finally {
      reader.stop();
    }
  });
}

async function readMutant(run: Run, reader: Reader, index: number): Promise<void> {
  const folder = join(run.folder, String(index));
  const path = join(folder, 'upload.zip');
  await mkdir(join(folder, 'staging'), { recursive: true });
  await writeFile(path, mutate(run.random.fork(index), run.seeds));
  const answer = await reader.read({ path, folder: join(folder, 'staging') });
  const findings = await judge(run, answer, path, folder);
  if (answer && index % run.options.ingestEvery === 0) {
    run.ingested += 1;
    findings.push(...(await compareWithIngest(answer, path, join(folder, 'ingest'))));
  }
  run.findings.push(...findings.map((finding) => `#${index}: ${finding}`));
  await rm(folder, { recursive: true });
}

async function judge(run: Run, answer: ReadAnswer | null, path: string, folder: string): Promise<string[]> {
  if (answer === null) return ['the reading process died'];
  if (answer.kind === 'failed') return [`failed: ${answer.error}`];
  if (answer.kind === 'refused') {
    run.refused += 1;
    return judgeRefusal(run, answer.refusal);
  }
  run.accepted += 1;
  const findings = 'refused' in answer.served ? judgeRefusal(run, answer.served.refused) : [];
  for (const peer of peers)
    findings.push(...(await compareWith(peer, path, join(folder, peer.name), answer.files)));
  return findings;
}

function judgeRefusal(run: Run, { message, details }: Refusal): string[] {
  run.reasons.set(message, (run.reasons.get(message) ?? 0) + 1);
  const named = message.length >= 15 && details.length > 0 && details.every((line) => line.length > 0);
  return named ? [] : [`a refusal without a reason: ${JSON.stringify({ message, details })}`];
}

/** The product's own process must give the same outcome as the reader, and leave no files. */
async function compareWithIngest(answer: ReadAnswer, path: string, stagingFolder: string): Promise<string[]> {
  const outcome = await ingestBuild({ path, fileName: 'game.zip', stagingFolder }).then(
    async (ingested) => {
      await ingested.discard();
      return JSON.stringify(ingested.files.map((file) => file.path).sort());
    },
    (error: unknown) => (error instanceof FluxError ? error.message : `not a refusal: ${String(error)}`),
  );
  const left = await readdir(stagingFolder);
  return [
    ...(left.length > 0 ? [`the ingest left ${left.join(', ')}`] : []),
    ...(outcome === expectedOf(answer)
      ? []
      : [`the ingest ended as ${outcome}, the reader as ${expectedOf(answer)}`]),
  ];
}

function expectedOf(answer: ReadAnswer): string {
  if (answer.kind === 'failed') return answer.error;
  if (answer.kind === 'refused') return answer.refusal.message;
  return 'refused' in answer.served ? answer.served.refused.message : JSON.stringify(answer.served.paths);
}
