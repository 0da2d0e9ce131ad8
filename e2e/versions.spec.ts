import type { FrameLocator, Page } from '@playwright/test';
import { makeZip } from '../fixtures/zip.ts';
import { expect, test } from './server.ts';
import { api, game, publishByApi, signIn } from './steps.ts';

/**
 * A game of which everything says its version: a stylesheet and what it imports, a script, what that fetches
 * late, a worker and what that imports and fetches. It counts its plays where Unity keeps PlayerPrefs: in the
 * IndexedDB `/idbfs`, under a name made of origin and path.
 */
function build(version: number) {
  const page = `<!doctype html><meta charset="utf-8"><title>Game</title><link rel="icon" href="data:,">
    <link rel="stylesheet" href="style.css"><output></output><script src="game.js"></script>`;
  const script = `
    const versions = { script: ${version} };
    const saves = new Promise((resolve, reject) => {
      const opening = indexedDB.open('/idbfs', 21);
      opening.onupgradeneeded = () => opening.result.createObjectStore('FILE_DATA');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const store = opening.result.transaction('FILE_DATA', 'readwrite').objectStore('FILE_DATA');
        const key = location.origin + location.pathname + '/PlayerPrefs';
        const reading = store.get(key);
        reading.onsuccess = () => {
          const plays = (reading.result ?? 0) + 1;
          store.put(plays, key).onsuccess = () => resolve(plays);
        };
      };
    });
    const worker = new Worker('worker.js');
    const fromWorker = new Promise((resolve, reject) => {
      worker.onmessage = (event) => resolve(event.data);
      worker.onerror = () => reject(new Error('The worker failed.'));
    });
    addEventListener('load', async () => {
      versions.style = Number(getComputedStyle(document.body).getPropertyValue('--style'));
      versions.imported = Number(getComputedStyle(document.body).getPropertyValue('--imported'));
      Object.assign(versions, await fromWorker);
      versions.late = await (await fetch('late.json')).json();
      localStorage.best = Math.max(Number(localStorage.best ?? 0), ${version});
      const plays = await saves;
      document.querySelector('output').textContent = JSON.stringify({ versions, plays, best: localStorage.best });
    });`;
  const worker = `
    importScripts('part.js');
    fetch('worker.json').then((answer) => answer.json()).then((fetched) =>
      postMessage({ worker: ${version}, part, fetched }));`;
  return {
    name: `game-${version}.zip`,
    mimeType: 'application/zip',
    buffer: makeZip([
      { name: 'index.html', data: page },
      { name: 'style.css', data: `@import "more.css"; body { --style: ${version} }` },
      { name: 'more.css', data: `body { --imported: ${version} }` },
      { name: 'game.js', data: script },
      { name: 'late.json', data: String(version) },
      { name: 'worker.js', data: worker },
      { name: 'part.js', data: `var part = ${version};` },
      { name: 'worker.json', data: String(version) },
    ]),
  };
}

interface Played {
  versions: Record<string, number>;
  plays: number;
  best: string;
}

async function played(frame: FrameLocator): Promise<Played> {
  const output = frame.locator('output');
  await expect(output).toContainText('{', { timeout: 30_000 });
  return JSON.parse((await output.textContent()) ?? '');
}

const every = (version: number) => ({
  script: version,
  style: version,
  imported: version,
  worker: version,
  part: version,
  fetched: version,
  late: version,
});

async function publish(page: Page, id: string, version: number): Promise<string> {
  const fields = { changelog: `Version ${version}`, build: build(version) };
  const answer = await api(page, 'POST', `/api/applications/${id}/versions`, fields);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.versionId;
}

async function activate(page: Page, appId: string, versionId: string): Promise<void> {
  const status = await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/api/activateVersion', { method: 'POST', headers, body })).status;
  }, JSON.stringify({ appId, versionId }));
  expect(status).toBe(200);
}

test.describe('versions', () => {
  for (const isPublic of ['true', 'false'])
    test(`saves outlive updates and rollbacks, public: ${isPublic}`, async ({ page }) => {
      await signIn(page, 'ada@example.test', 'Ada');
      const fields = { name: 'Saves', isPublic, build: build(1) };
      const { body: app } = await publishByApi(page, fields);
      const play = async () => {
        await page.goto(`/play/${app.id}`);
        return played(game(page));
      };
      expect(await play()).toEqual({ versions: every(1), plays: 1, best: '1' });
      const list = await api(page, 'GET', `/api/applications/${app.id}/versions`);
      const [{ id: first, previewUrl }] = list.body.versions;
      await publish(page, app.id, 2);
      expect(await play()).toEqual({ versions: every(2), plays: 2, best: '2' });
      await activate(page, app.id, first);
      expect(await play()).toEqual({ versions: every(1), plays: 3, best: '2' });
      await publish(page, app.id, 3);
      expect(await play()).toEqual({ versions: every(3), plays: 4, best: '3' });
      await page.goto(previewUrl);
      await expect(page.locator('output')).toContainText('"plays":5');
      await expect(page.locator('output')).toContainText('"script":1');
    });

  test('a page in the middle of loading keeps its version while another is published', async ({ page }) => {
    await signIn(page, 'ada@example.test', 'Ada');
    const fields = { name: 'Switch', isPublic: 'true', build: build(1) };
    const { body: app } = await publishByApi(page, fields);
    const held = ['late.json', 'worker.json', 'part.js', 'more.css', 'worker.js'];
    for (const [index, name] of held.entries()) {
      const version = index + 2;
      let release = () => {};
      const published = new Promise<void>((resolve) => {
        release = resolve;
      });
      let reached = () => {};
      const asked = new Promise<void>((resolve) => {
        reached = resolve;
      });
      await page.route(`**/${name}*`, async (route) => {
        reached();
        await published;
        await route.continue();
      });
      await page.goto(`/play/${app.id}`);
      await asked;
      await publish(page, app.id, version);
      release();
      expect((await played(game(page))).versions, name).toEqual(every(version - 1));
      await page.unroute(`**/${name}*`);
    }
  });
});
