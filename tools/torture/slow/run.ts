import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeZip } from '#fixtures/zip.ts';
import { watchMemory } from '#server/testing/measures/process-memory.ts';
import { publishApp } from '#server/testing/people/publish.ts';
import { sendUpload } from '#server/testing/people/uploads.ts';
import { FluxProcess } from '#server/testing/servers/flux-process.ts';
import { signInAtProcess } from '#server/testing/servers/sign-in-at-process.ts';
import { openSlowPeers, type SlowKind, type SlowTarget } from './peers.ts';

export interface SlowReport {
  kind: SlowKind;
  visits: number;
  refused: number;
  p99Ms: number;
  slowestMs: number;
  /** Slow connections that the server still had at the end. */
  left: number;
  /** Memory of the server before the slow peers connected and after they disconnected. */
  bytesBefore: number;
  bytesAfter: number;
}

interface Options {
  kinds: readonly SlowKind[];
  count: number;
  seconds: number;
  onReport(report: SlowReport): void;
}

const formsAtOnce = 3;
const perSecond = 400;
const warmUpSeconds = 5;
const visitEveryMs = 50;
/** A later garbage collection releases the memory. */
const settleMs = 30_000;

/**
 * Runs a real server with slow peers of one kind after another, and a visitor with a new connection for each
 * request.
 */
export async function runSlowPeers({ kinds, count, seconds, onReport }: Options): Promise<SlowReport[]> {
  const flux = await FluxProcess.create({ env: { FLUX_LOG_LEVEL: 'error' } });
  const reports: SlowReport[] = [];
  try {
    await flux.start();
    const target = await makeTarget(flux, Math.ceil(count / formsAtOnce));
    for (const kind of kinds) {
      // Buffers and caches that the server allocates once are no leak.
      await runKind(kind, { flux, target, count, seconds: warmUpSeconds });
      const report = await runKind(kind, { flux, target, count, seconds });
      reports.push(report);
      onReport(report);
    }
  } finally {
    await flux.dispose();
  }
  return reports;
}

async function makeTarget(flux: FluxProcess, peopleCount: number): Promise<SlowTarget> {
  const { people } = await signInAtProcess(
    flux,
    Array.from({ length: peopleCount }, (_, at) => `slow ${at}`),
  );
  const [owner] = people;
  if (!owner) throw new Error('Nobody was made.');
  const zip = makeZip([
    { name: 'index.html', data: '<!doctype html>' },
    { name: 'StreamingAssets/large.bin', data: randomBytes(30_000_000) },
  ]);
  const uploadId = await sendUpload(owner, 'large.zip', zip);
  const { id } = await publishApp(owner, { body: { name: 'Large', uploadId, isPublic: true } });
  const { host } = new URL(flux.url);
  return {
    port: flux.port,
    host,
    contentHost: `${id}.${host}`,
    appPath: `/api/applications/${id}`,
    cookies: people.map(({ cookie }) => cookie),
    largePath: '/StreamingAssets/large.bin',
  };
}

interface KindOptions {
  flux: FluxProcess;
  target: SlowTarget;
  count: number;
  seconds: number;
}

async function runKind(kind: SlowKind, { flux, target, count, seconds }: KindOptions): Promise<SlowReport> {
  const bytesBefore = await memoryOf(flux.pid);
  const waits: number[] = [];
  let refused = 0;
  let isVisiting = true;
  const visiting = (async () => {
    while (isVisiting) {
      const startedAt = performance.now();
      const status = await visit(target).catch(() => 0);
      if (status === 200) waits.push(performance.now() - startedAt);
      else refused += 1;
      await sleep(visitEveryMs);
    }
  })();
  const slow = await openSlowPeers(kind, target, { count, perSecond, dripMs: 3_000 });
  await sleep(seconds * 1_000);
  isVisiting = false;
  await visiting;
  slow.resume();
  await sleep(1_000);
  const left = slow.open();
  slow.close();
  await sleep(settleMs);
  waits.sort((a, b) => a - b);
  return {
    kind,
    visits: waits.length,
    refused,
    p99Ms: waits[Math.floor(waits.length * 0.99)] ?? Number.POSITIVE_INFINITY,
    slowestMs: waits.at(-1) ?? Number.POSITIVE_INFINITY,
    left,
    bytesBefore,
    bytesAfter: await memoryOf(flux.pid),
  };
}

async function memoryOf(pid: number): Promise<number> {
  const { idleBytes } = await (await watchMemory(pid)).stop();
  return idleBytes;
}

/** Uses a separate client address, so that the rate limit does not apply. */
let visits = 0;
function visit({ host, port }: SlowTarget): Promise<number> {
  visits += 1;
  const localAddress = `127.0.2.${1 + (visits % 200)}`;
  return new Promise((resolve, reject) => {
    const asked = {
      host: '127.0.0.1',
      port,
      localAddress,
      path: '/api/session',
      headers: { host },
      agent: false,
    };
    const asking = request({ ...asked, timeout: 10_000 }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    asking.once('timeout', () => asking.destroy(new Error('late')));
    asking.once('error', reject).end();
  });
}
