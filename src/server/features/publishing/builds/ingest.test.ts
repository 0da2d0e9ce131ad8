import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeZip } from '#fixtures/zip.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { clearStaging, type Ingested, type IngestOptions, ingestBuild } from './ingest.ts';

let folder: string;
let stagingFolder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flux-ingest-'));
  stagingFolder = join(folder, 'staging');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const script = 'console.log("hello");\n'.repeat(200);
const webApp = makeZip([
  { name: 'game/index.html', data: '<!doctype html><script src="main.js"></script>' },
  { name: 'game/main.js', data: script },
  { name: 'game/copy.js', data: script },
]);

async function ingest(upload: Buffer, options: Partial<IngestOptions> = {}): Promise<Ingested> {
  const path = join(folder, `upload-${sha256(upload).slice(0, 8)}`);
  await writeFile(path, upload);
  return ingestBuild({ path, fileName: 'game.zip', stagingFolder, ...options });
}

async function failureOf(ingesting: Promise<unknown>): Promise<FluxError> {
  const error: unknown = await ingesting.catch((thrown: unknown) => thrown);
  if (!(error instanceof FluxError)) throw error;
  return error;
}

/** Waits until a child of the process runs `ingest-child`, and returns its id, except `except`. */
async function readingProcessId(parent: number = process.pid, except?: number): Promise<number> {
  for (;;) {
    const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8');
    for (const id of children.trim().split(' ').filter(Boolean)) {
      const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
      if (command.includes('ingest-child') && Number(id) !== except) return Number(id);
    }
    await sleep(2);
  }
}

async function isRunning(id: number): Promise<boolean> {
  const status = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => ') Z');
  return !/\) [ZX]/.test(status);
}

test('a build gives a report, a manifest and verified staged blobs', async () => {
  const ingested = await ingest(webApp);
  expect(ingested.report).toMatchObject({ kind: 'web', entry: 'index.html' });
  expect(ingested.files.map((file) => file.path).sort()).toEqual(['copy.js', 'index.html', 'main.js']);
  expect(ingested.original).toEqual({ sha256: sha256(webApp), size: webApp.length });
  expect(ingested.blobs).toHaveLength(2);
  const forms = ingested.blobs.flatMap((blob) => blob.forms);
  expect(new Set(forms.map((form) => form.path)).size).toBe(forms.length);
  for (const blob of ingested.blobs) {
    for (const form of blob.forms) {
      const bytes = await readFile(form.path);
      expect({ size: bytes.length, sha256: sha256(bytes) }).toEqual({
        size: form.size,
        sha256: form.storedSha256,
      });
      if (form.encoding === 'identity') expect(form.storedSha256).toBe(blob.sha256);
    }
  }
  const code = ingested.blobs.find((blob) => blob.sha256 === sha256(script));
  expect(code?.forms.map((form) => form.encoding)).toEqual(['identity', 'gzip']);
  await ingested.discard();
  expect(await readdir(stagingFolder)).toEqual([]);
});

test('discarding removes the rest after a store took files', async () => {
  const ingested = await ingest(webApp);
  await rm(ingested.blobs[0]?.forms[0]?.path ?? '');
  await ingested.discard();
  await ingested.discard();
  expect(await readdir(stagingFolder)).toEqual([]);
});

test('a refusal of the archive has its reasons and leaves nothing', async () => {
  const error = await failureOf(ingest(makeZip([{ name: '../evil', data: 'x' }])));
  expect(error.code).toBe('build_refused');
  expect(error.message).toBe('This zip contains an unsafe file name.');
  expect(error.details?.[0]).toContain('“../evil”');
  expect(await readdir(stagingFolder)).toEqual([]);
});

test('a refusal of the build has the searched files and leaves nothing', async () => {
  const error = await failureOf(ingest(makeZip([{ name: 'notes.txt', data: 'x'.repeat(5000) }])));
  expect(error.code).toBe('build_refused');
  expect(error.details?.length).toBeGreaterThan(0);
  expect(await readdir(stagingFolder)).toEqual([]);
});

test('an unexpected error is a server error and leaves nothing', async () => {
  const missing = ingestBuild({ path: join(folder, 'missing'), fileName: 'game.zip', stagingFolder });
  await expect(missing).rejects.toThrow('ENOENT');
  await expect(missing).rejects.not.toBeInstanceOf(FluxError);
  expect(await readdir(stagingFolder)).toEqual([]);
});

test.each([
  ['is missing', null],
  ['is half written', 'process.once("message", () => {'],
  ['is empty', ''],
])(
  'a process that %s is no fault of the build, and its last output is in the error',
  async (_what, source) => {
    const module = join(folder, 'reader.mjs');
    if (source !== null) await writeFile(module, source);
    const error: unknown = await ingest(webApp, { module }).catch((thrown: unknown) => thrown);
    expect(error).not.toBeInstanceOf(FluxError);
    expect(error).toMatchObject({
      message: expect.stringMatching(/^The reading process ended with code \d/),
    });
    if (source !== '') expect(error).toMatchObject({ message: expect.stringContaining('reader.mjs') });
    expect(await readdir(stagingFolder)).toEqual([]);
  },
);

test('a build that makes an intact process exit is refused', async () => {
  const module = join(folder, 'reader.mjs');
  await writeFile(
    module,
    `process.once('message', () => process.send({ kind: 'begun' }, () => { throw new Error('of this zip'); }));`,
  );
  const error = await failureOf(ingest(webApp, { module }));
  expect(error.code).toBe('build_refused');
  expect(String(error.cause)).toContain('of this zip');
});

const slow = makeZip([
  { name: 'index.html', data: '<p>' },
  ...Array.from({ length: 400 }, (_, at) => ({ name: `a/${at}.html`, data: `${at} `.repeat(20_000) })),
]);

test('a crash of a process affects its own upload only', async () => {
  const bystander = ingest(makeZip([{ name: 'index.html', data: '<p>bystander' }]));
  await bystander.then((ingested) => ingested.discard());
  const ingesting = failureOf(ingest(slow));
  const first = await readingProcessId();
  process.kill(first, 'SIGKILL');
  process.kill(await readingProcessId(process.pid, first), 'SIGKILL');
  const error = await ingesting;
  expect(error.code).toBe('build_refused');
  expect(error.message).toContain('could not be read safely');
  expect(await readdir(stagingFolder)).toEqual([]);
  const next = await ingest(webApp);
  expect(next.files).toHaveLength(3);
});

test('a process killed once by the system, such as for memory, is retried', async () => {
  const ingesting = ingest(slow);
  process.kill(await readingProcessId(), 'SIGKILL');
  const ingested = await ingesting;
  expect(ingested.files).toHaveLength(401);
  await ingested.discard();
  expect(await readdir(stagingFolder)).toEqual([]);
});

test('a process ends with its server', async () => {
  const path = join(folder, 'many.zip');
  const many = Array.from({ length: 9000 }, (_, at) => ({ name: `${at}.html`, data: `${at} `.repeat(50) }));
  await writeFile(path, makeZip(many));
  const options = JSON.stringify({ path, fileName: 'many.zip', stagingFolder });
  const module = new URL('./ingest.ts', import.meta.url).href;
  const source = `import { ingestBuild } from '${module}'; await ingestBuild(${options});`;
  const server = spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: 'ignore' });
  const reader = await readingProcessId(server.pid);
  server.kill('SIGKILL');
  await expect.poll(() => isRunning(reader)).toBe(false);
});

test('a cancelled upload is not read further and leaves nothing', async () => {
  const controller = new AbortController();
  const ingesting = ingest(webApp, { signal: controller.signal });
  await readingProcessId();
  controller.abort(new Error('cancelled'));
  await expect(ingesting).rejects.toThrow('cancelled');
  expect(await readdir(stagingFolder)).toEqual([]);
});

test('limits apply in the process', async () => {
  const error = await failureOf(ingest(webApp, { limits: { maxEntries: 2 } }));
  expect(error.message).toContain('too many files: 3, where 2 are allowed');
});

test('many concurrent uploads succeed', async () => {
  const all = await Promise.all(
    Array.from({ length: 5 }, (_, at) => ingest(makeZip([{ name: 'index.html', data: `<p>${at}` }]))),
  );
  expect(new Set(all.map((ingested) => dirname(ingested.blobs[0]?.forms[0]?.path ?? ''))).size).toBe(5);
});

test('the server responds while a large build is read', async () => {
  const large = makeZip([
    { name: 'index.html', data: '<p>' },
    { name: 'a.bin', data: Buffer.alloc(96 * 1024 ** 2), level: 1 },
  ]);
  const before = performance.eventLoopUtilization();
  const ingested = await ingest(large, { limits: { maxRatio: 10_000 } });
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.7);
  expect(ingested.report.totalBytes).toBeGreaterThan(96 * 1024 ** 2);
});

test('remains of a killed server in staging are swept', async () => {
  await mkdir(join(stagingFolder, 'build-x'), { recursive: true });
  await writeFile(join(stagingFolder, 'build-x', '1'), 'x');
  await writeFile(join(stagingFolder, 'original-y'), 'x');
  await clearStaging(stagingFolder);
  expect(await readdir(stagingFolder)).toEqual([]);
  await clearStaging(join(folder, 'not-there-yet'));
});
