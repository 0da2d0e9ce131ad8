import { makeZip } from '../../fixtures/zip.ts';
import { watchMemory } from '../../src/server/testing/measures/process-memory.ts';
import { publishApp } from '../../src/server/testing/people/publish.ts';
import { sendUpload } from '../../src/server/testing/people/uploads.ts';
import { FluxProcess } from '../../src/server/testing/servers/flux-process.ts';
import { signInAtProcess } from '../../src/server/testing/servers/sign-in-at-process.ts';
import { Random } from './random.ts';

/**
 * `node tools/torture/memory.ts`: measures the memory of a server that publishes three builds of 80 MB at
 * once.
 */
const mebibyte = 1_048_576;
const megabyte = 1_000_000;
const allowedBytes = 200 * megabyte;

const show = (bytes: number) => `${(bytes / megabyte).toFixed(0)} MB`;

function makeLargeBuild(seed: number): Buffer {
  const noise = new Random(seed).bytes(mebibyte);
  const entries = Array.from({ length: 20 }, (_, at) => {
    // Half of the content compresses, as in a build.
    const data = Buffer.alloc(6 * mebibyte, `${seed} ${at} `);
    for (let offset = 0; offset < 4; offset += 1) noise.copy(data, offset * mebibyte);
    data.writeUInt32LE(at, 0);
    return { name: `StreamingAssets/${at}.bin`, data, level: 1 };
  });
  return makeZip([{ name: 'index.html', data: '<!doctype html>' }, ...entries]);
}

const flux = await FluxProcess.create({ env: { FLUX_LOG_LEVEL: 'error' } });
try {
  await flux.start();
  const { people } = await signInAtProcess(flux, ['ada', 'bob', 'cyd']);
  const uploads: { person: (typeof people)[number]; uploadId: string }[] = [];
  for (const [index, person] of people.entries()) {
    const build = makeLargeBuild(index);
    console.log(`Uploading ${show(build.length)}.`);
    uploads.push({ person, uploadId: await sendUpload(person, 'large.zip', build) });
  }
  const watch = await watchMemory(flux.pid);
  const startedAt = performance.now();
  await Promise.all(
    uploads.map(({ person, uploadId }) => publishApp(person, { body: { name: 'Large', uploadId } })),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const { idleBytes, peakBytes } = await watch.stop();
  const above = peakBytes - idleBytes;
  console.log(
    `Three at once in ${seconds.toFixed(1)} s: ${show(idleBytes)} idle, ${show(peakBytes)} at most, ${show(above)} above idle (at most ${show(allowedBytes)}).`,
  );
  process.exitCode = above <= allowedBytes ? 0 : 1;
} finally {
  await flux.dispose();
}
