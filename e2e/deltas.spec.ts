import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { makeInstanceBuild } from '../fixtures/unity.ts';
import { customSection } from '../fixtures/unity-parts.ts';
import { makeZip } from '../fixtures/zip.ts';
import { FluxProcess } from '../src/server/testing/servers/flux-process.ts';
import { execute } from './database.ts';
import { expect, test } from './server.ts';
import { api, publishByApi, signIn, type Upload } from './steps.ts';

const [pixels, code] = [randomBytes(400_000), randomBytes(150_000)];
const patch = (bytes: Buffer, version: number) => {
  const next = Buffer.from(bytes);
  for (let at = 0; at < next.length; at += 50_000) next.writeUInt32LE(version, at);
  return next;
};

/** The minimum dictionary size for which zstd is used (`deltaEncodingFor`). */
const beyondBrotli = 64 * 1_048_576;

/**
 * A build whose large files differ from those of another version by a few bytes, under any name.
 * @param padding additional bytes of its data, which compress well
 */
async function build(version: number, name: string, padding = 0) {
  const entries = (await makeInstanceBuild({ base: name })).map((entry) => {
    const data = Buffer.from(entry.data);
    if (entry.name.endsWith('.data'))
      return { ...entry, data: Buffer.concat([data, patch(pixels, version), Buffer.alloc(padding)]) };
    if (!entry.name.endsWith('.wasm')) return entry;
    return { ...entry, data: Buffer.concat([data, customSection(patch(code, version))]) };
  });
  const sha256 = (ending: string) => {
    const found = entries.find((entry) => entry.name.endsWith(ending));
    return createHash('sha256')
      .update(found?.data ?? '')
      .digest('hex');
  };
  const hashes = { data: sha256('.data'), wasm: sha256('.wasm') };
  return { file: { name: 'g.zip', mimeType: 'application/zip', buffer: makeZip(entries) }, hashes, name };
}

/** Waits until every active version has its deltas, which the server makes in the background. */
async function deltasMade(page: Page): Promise<void> {
  const flux = FluxProcess.at(page.url());
  const waiting = () => execute(flux, 'select from delta_requests');
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
}

/** Transferred bytes of the immutable addresses, by role. */
interface Taken {
  /** Body bytes as counted by the browser. */
  bytes: Map<string, number>;
  /** Their Content-Encoding. */
  encodings: Map<string, string>;
}

async function watch(session: CDPSession): Promise<Taken> {
  const [bytes, encodings] = [new Map<string, number>(), new Map<string, string>()];
  const roles = new Map<string, string>();
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const role = /\/_flux\/\w+\/(data|wasm)$/.exec(response.url)?.[1];
    if (role === undefined || response.fromDiskCache) return;
    roles.set(requestId, role);
    if (!bytes.has(role)) bytes.set(role, 0);
    encodings.set(role, response.headers['Content-Encoding'] ?? '');
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const role = roles.get(requestId);
    if (role !== undefined) bytes.set(role, (bytes.get(role) ?? 0) + encodedDataLength);
  });
  return { bytes, encodings };
}

/** A returning player with a browser profile. */
async function visitor(context: BrowserContext, address: string) {
  const tab = await context.newPage();
  const taken = await watch(await context.newCDPSession(tab));
  const play = async ({ hashes, name }: Awaited<ReturnType<typeof build>>) => {
    taken.bytes.clear();
    taken.encodings.clear();
    await tab.goto(address);
    const started = () => tab.evaluate(() => Reflect.get(window, 'fluxFixtureStarted') === true);
    await expect.poll(started).toBe(true);
    const found = await tab.evaluate(async (base) => {
      const hash = async (path: string) => {
        const bytes = await (await fetch(path)).arrayBuffer();
        const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
        return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      };
      await WebAssembly.compileStreaming(fetch(`Build/${base}.wasm`));
      return { data: await hash(`Build/${base}.data`), wasm: await hash(`Build/${base}.wasm`) };
    }, name);
    expect(found).toEqual(hashes);
    return Object.fromEntries(taken.bytes);
  };
  return { play, encodings: taken.encodings, close: () => context.close() };
}

/** The profile is on disk, because an in-memory profile accepts no dictionary of this size. */
async function openProfile(): Promise<BrowserContext> {
  const folder = await mkdtemp(join(tmpdir(), 'flux-browser-'));
  const context = await chromium.launchPersistentContext(folder, test.info().project.use.launchOptions);
  context.on('close', () => rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => {}));
  return context;
}

async function addVersion(page: Page, appId: string, file: Upload): Promise<void> {
  const update = { changelog: 'More', build: file };
  expect((await api(page, 'POST', `/api/applications/${appId}/versions`, update)).status).toBe(200);
}

/** Only the changed bytes of both files. */
function expectDeltas(taken: Record<string, number>): void {
  expect(Object.keys(taken).sort()).toEqual(['data', 'wasm']);
  for (const bytes of Object.values(taken)) expect(bytes).toBeLessThan(1_000);
}

test('returning players download only deltas after an update or a rollback, and get the exact files', async ({
  page,
  browser,
}) => {
  await signIn(page, 'ada@example.test', 'Ada');
  const [first, second] = [await build(1, 'Old'), await build(2, 'New')];
  const { body: app } = await publishByApi(page, { name: 'Deltas', isPublic: 'true', build: first.file });
  const list = await api(page, 'GET', `/api/applications/${app.id}/versions`);
  const address = new URL(`/serve/${app.id}`, page.url()).href;
  const early = await visitor(await browser.newContext(), address);
  expect((await early.play(first)).data).toBeGreaterThan(pixels.length);
  expect(await early.play(first)).toEqual({});

  await addVersion(page, app.id, second.file);
  await deltasMade(page);
  expectDeltas(await early.play(second));
  expect(await early.play(second)).toEqual({});

  const late = await visitor(await browser.newContext(), address);
  expect((await late.play(second)).data).toBeGreaterThan(pixels.length);
  await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' };
      await fetch('/api/activateVersion', { method: 'POST', headers, body });
    },
    JSON.stringify({ appId: app.id, versionId: list.body.versions[0].id }),
  );
  expect(await early.play(first)).toEqual({});
  await deltasMade(page);
  expectDeltas(await late.play(first));
  await early.close();
  await late.close();
});

test('a file beyond the window of Brotli has a Zstandard delta', async ({ page }) => {
  await signIn(page, 'ada@example.test', 'Ada');
  const [first, second] = [await build(1, 'Old', beyondBrotli), await build(2, 'New', beyondBrotli)];
  const { body: app } = await publishByApi(page, { name: 'Far', isPublic: 'true', build: first.file });
  const returning = await visitor(await openProfile(), new URL(`/serve/${app.id}`, page.url()).href);
  await returning.play(first);
  expect(returning.encodings.get('data')).not.toBe('dcz');
  await addVersion(page, app.id, second.file);
  await deltasMade(page);
  const taken = await returning.play(second);
  expect(Object.fromEntries(returning.encodings)).toEqual({ data: 'dcz', wasm: 'dcb' });
  expect(taken.data).toBeLessThan(pixels.length / 10);
  expect(await returning.play(second)).toEqual({});
  await returning.close();
});
