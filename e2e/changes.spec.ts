import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page, Request } from '@playwright/test';
import { makeInstanceBuild } from '../fixtures/unity.ts';
import { makeZip, type ZipEntryOptions } from '../fixtures/zip.ts';
import { uploadPartBytes, uploadsPath } from '../src/shared/versions/uploads.ts';
import { expect, test } from './server.ts';
import { api, dropFiles, game, openHome, ownOrganization, publishByApi, signIn, started } from './steps.ts';
import { holdAfterParts, offsetOf } from './upload-steps.ts';

const level = randomBytes(300_000);
const world = randomBytes(2_000_000);

async function build(changed: Buffer): Promise<ZipEntryOptions[]> {
  return [
    ...(await makeInstanceBuild({ base: 'Game' })),
    { name: 'StreamingAssets/level.bin', data: changed },
    { name: 'StreamingAssets/world.bin', data: world },
  ];
}

/** Runs in the page. The notice about an upload from this device is shown only briefly. */
function noteStates(): void {
  const said: string[] = [];
  Reflect.set(window, 'said', said);
  const look = () => {
    for (const status of document.querySelectorAll('[role=status]')) said.push(status.textContent ?? '');
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}

/** Bytes of request bodies that upload files, counted by the browser. */
function countSent(page: Page): () => number {
  let sent = 0;
  page.on('requestfinished', async (request) => {
    if (request.method() !== 'PATCH' || !new URL(request.url()).pathname.startsWith(uploadsPath)) return;
    // Only here does the browser report the length of a body that is a file.
    sent += Number((await request.allHeaders())['content-length']);
  });
  return () => sent;
}

/** Bytes that a request announces as an upload; undefined if it announces none. */
function announcedBytes(request: Request): number | undefined {
  const length = request.headers()['upload-length'];
  return length === undefined ? undefined : Number(length);
}

async function sendVersion(page: Page, number: string): Promise<void> {
  await page.getByLabel('Changelog').fill('Another level.');
  await page.getByRole('button', { name: 'Upload New Version' }).click();
  await expect(page.getByText(`Successfully uploaded version ${number}!`)).toBeVisible({ timeout: 60_000 });
}

test('an update sends the one file that changed, from a zip and from a dropped folder, and plays', async ({
  page,
}) => {
  await signIn(page, 'changes@example.test', 'Chana');
  const first = makeZip(await build(level));
  const file = { name: 'game.zip', mimeType: 'application/zip', buffer: first };
  const { body: app } = await publishByApi(page, { name: 'Changes', build: file });
  await page.goto(`/update/${app.id}`);

  const another = randomBytes(level.length);
  const sentByZip = countSent(page);
  await page.getByLabel('Build file').setInputFiles({ ...file, buffer: makeZip(await build(another)) });
  await page.evaluate(noteStates);
  await sendVersion(page, '1.1');
  const said = await page.evaluate((): unknown => Reflect.get(window, 'said'));
  expect(said).toContain('Comparing with version 1.0.0…');
  expect(said).toContainEqual(
    expect.stringMatching(/^1 of \d+ files changed, sending 0\.\d+ MB of 2\.\d+ MB$/),
  );
  await expect.poll(sentByZip).toBeGreaterThanOrEqual(another.length);
  expect(sentByZip()).toBeLessThanOrEqual(another.length * 1.1);

  const folder = await mkdtemp(join(tmpdir(), 'flux-folder-'));
  try {
    const third = randomBytes(level.length);
    for (const entry of await build(third)) {
      const path = join(folder, 'Game build', String(entry.name));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, entry.data);
    }
    const before = sentByZip();
    await dropFiles(page, [join(folder, 'Game build')]);
    await expect(page.getByText('Game build.zip', { exact: true })).toBeVisible();
    await sendVersion(page, '1.2');
    await expect.poll(() => sentByZip() - before).toBeGreaterThanOrEqual(third.length);
    expect(sentByZip() - before).toBeLessThanOrEqual(third.length * 1.1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const { body: list } = await api(page, 'GET', `/api/applications/${app.id}/versions`);
  const [newest, , oldest] = list.versions;
  expect(newest.build).toEqual({ ...oldest.build, productName: newest.build.productName });
  await page.goto(`/play/${app.id}`);
  await started(game(page));
});

/** The server has the first part of an upload of a file on disk. Choosing the file again resumes the upload. */
async function whileSending(
  page: Page,
  name: string,
  work: (file: string, releaseParts: () => void) => Promise<void>,
): Promise<void> {
  const big = randomBytes(1.5 * uploadPartBytes);
  const first = { name: 'game.zip', mimeType: 'application/zip', buffer: makeZip(await build(level)) };
  const { body: app } = await publishByApi(page, { name, build: first });
  const folder = await mkdtemp(join(tmpdir(), 'flux-sending-'));
  try {
    const file = join(folder, 'game.zip');
    const whole = makeZip(await build(big));
    // The complete build is so much larger than the changes that the length tells them apart.
    expect(whole.length).toBeGreaterThan(big.length * 1.1);
    await writeFile(file, whole);
    const announced: number[] = [];
    page.on('request', (request) => {
      const length = announcedBytes(request);
      if (length !== undefined) announced.push(length);
    });
    const sending = await holdAfterParts(page, 1);
    await page.goto(`/update/${app.id}`);
    await page.getByLabel('Build file').setInputFiles(file);
    await page.getByLabel('Changelog').fill('Another level.');
    await page.getByRole('button', { name: 'Upload New Version' }).click();
    await sending.held;
    await work(file, sending.release);
    // No second upload was started.
    expect(announced).toEqual([expect.any(Number)]);
    expect(announced[0]).toBeLessThan(big.length * 1.05);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The offset of the next part that is sent, however long the earlier steps take. */
async function nextOffset(page: Page): Promise<number> {
  const isPart = (request: Request) => request.method() === 'PATCH';
  return offsetOf(await page.waitForRequest(isPart, { timeout: 0 }));
}

test('a reloaded tab resumes the upload of changes', async ({ page }) => {
  await signIn(page, 'changes-reload@example.test', 'Rena');
  await whileSending(page, 'Reloaded', async (file, releaseParts) => {
    page.on('dialog', (dialog) => dialog.accept());
    await page.reload();
    releaseParts();
    await expect(page.getByText(/You have an unfinished upload of/)).toBeVisible();
    const offset = nextOffset(page);
    await page.getByLabel('Build file').setInputFiles(file);
    await sendVersion(page, '1.1');
    expect(await offset).toBeGreaterThanOrEqual(uploadPartBytes);
  });
});

test('an upload of changes whose session ends continues by itself after the next sign-in', async ({
  page,
  allowError,
}) => {
  allowError(/status of 401/);
  await signIn(page, 'changes-session@example.test', 'Sessa');
  await whileSending(page, 'Ended', async (_file, releaseParts) => {
    await page.context().clearCookies();
    releaseParts();
    await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
    const offset = nextOffset(page);
    const other = await page.context().newPage();
    await signIn(other, 'changes-session@example.test', 'Sessa');
    await openHome(other);
    expect(await offset).toBeGreaterThanOrEqual(uploadPartBytes);
    await expect(page.getByText('Successfully uploaded version 1.1!')).toBeVisible({ timeout: 60_000 });
  });
});

test('if the version that the changes are based on is deleted meanwhile, the complete build is sent', async ({
  page,
  allowError,
}) => {
  allowError(/status of 4\d\d .*\/api\/applications\/[^/]+\/versions/);
  await signIn(page, 'changes-gone@example.test', 'Gona');
  const other = makeZip([
    ...(await makeInstanceBuild({ base: 'Game' })),
    { name: 'StreamingAssets/level.bin', data: level },
  ]);
  const file = { name: 'game.zip', mimeType: 'application/zip', buffer: makeZip(await build(level)) };
  const { body: app } = await publishByApi(page, { name: 'Gone', build: file });
  await page.goto(`/update/${app.id}`);
  await page.getByLabel('Build file').setInputFiles({ ...file, buffer: other });
  await sendVersion(page, '1.1');

  // Only the first version contains the world, and it is deleted while the changes are sent.
  const buffer = makeZip(await build(randomBytes(level.length)));
  const announced: number[] = [];
  await page.route(`**${uploadsPath}`, async (route) => {
    const length = announcedBytes(route.request());
    if (length !== undefined && announced.push(length) === 1) {
      const { body: list } = await api(page, 'GET', `/api/applications/${app.id}/versions`);
      const { id } = list.versions.at(-1);
      const { status } = await api(page, 'DELETE', `/api/applications/${app.id}/versions/${id}`);
      expect(status).toBe(200);
    }
    await route.continue();
  });
  await page.getByLabel('Build file').setInputFiles({ ...file, buffer });
  await sendVersion(page, '1.2');
  expect(announced).toEqual([expect.any(Number), buffer.length]);
  expect(announced[0]).toBeLessThan(level.length * 1.1);
  await page.goto(`/play/${app.id}`);
  await started(game(page));
});

test('two tabs update one application at once, with different builds and with the same build', async ({
  page,
}) => {
  await signIn(page, 'changes-tabs@example.test', 'Tabea');
  const first = { name: 'game.zip', mimeType: 'application/zip', buffer: makeZip(await build(level)) };
  const { body: app } = await publishByApi(page, { name: 'Tabs', build: first });
  const tabs = [page, await page.context().newPage()];
  const sent = tabs.map(countSent);
  const update = async (buffers: Buffer[]) => {
    for (const [index, tab] of tabs.entries()) {
      await tab.goto(`/update/${app.id}`);
      await tab.getByLabel('Build file').setInputFiles({ ...first, buffer: buffers[index] ?? first.buffer });
      await tab.getByLabel('Changelog').fill(`Of tab ${index}.`);
    }
    await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: 'Upload New Version' }).click()));
    for (const tab of tabs)
      await expect(tab.getByText(/Successfully uploaded version 1\.\d!/)).toBeVisible({ timeout: 60_000 });
  };
  await update([
    makeZip(await build(randomBytes(level.length))),
    makeZip(await build(randomBytes(level.length))),
  ]);
  for (const bytes of sent) {
    await expect.poll(bytes).toBeGreaterThanOrEqual(level.length);
    expect(bytes()).toBeLessThanOrEqual(level.length * 1.1);
  }
  const same = makeZip(await build(randomBytes(level.length)));
  await update([same, same]);
  const { body: list } = await api(page, 'GET', `/api/applications/${app.id}/versions`);
  const numbers = list.versions.map(({ version }: { version: string }) => version);
  expect(numbers).toEqual(['1.4', '1.3', '1.2', '1.1', '1.0.0']);
  // The second upload lists the level as sent or, if the first was stored before, as known. The build is the
  // same.
  const sizes = list.versions.map(({ fileSize }: { fileSize: number }) => fileSize);
  expect(sizes[0]).toBe(sizes[1]);
  const files = list.versions.map(({ storageFileName }: { storageFileName: string }) => storageFileName);
  expect(new Set(files).size).toBeGreaterThanOrEqual(4);
});

test('a new application is made from a chosen folder', async ({ page }) => {
  await signIn(page, 'folders@example.test', 'Folke');
  const folder = await mkdtemp(join(tmpdir(), 'flux-folder-'));
  try {
    const top = join(folder, 'My Game');
    for (const entry of await makeInstanceBuild({ base: 'Game', compression: 'gzip' })) {
      const path = join(top, String(entry.name));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, entry.data);
    }
    await writeFile(join(top, '.hidden'), 'Nobody wants this.');
    const organizationId = await ownOrganization(page);
    await page.goto('/upload');
    await page.locator('input[webkitdirectory]').setInputFiles(top);
    await expect(page.getByLabel('Name')).toHaveValue('My Game');
    await page.getByLabel('Organization').selectOption(organizationId);
    await page.getByRole('button', { name: 'Upload Application' }).click();
    await page.waitForURL(/\/play\/[a-z2-7]{26}/, { timeout: 60_000 });
    await started(game(page));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
